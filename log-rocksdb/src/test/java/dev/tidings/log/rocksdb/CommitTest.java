package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests of slow and failing commits. */
class CommitTest {
    @TempDir
    Path folder;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch proceed = new CountDownLatch(1);
    private final AtomicBoolean held = new AtomicBoolean();
    private final AtomicBoolean failing = new AtomicBoolean();

    /** Whether a failing commit has written its batch all the same. */
    private final AtomicBoolean writtenAnyway = new AtomicBoolean();

    private final AtomicInteger synced = new AtomicInteger();
    private RocksLog log;

    @AfterEach
    void close() {
        proceed.countDown();
        failing.set(false);
        if (log != null) {
            log.close();
        }
    }

    @Test
    void record_isNotDeliveredBeforeItIsDurable() throws Exception {
        open(TestLogs.in(folder));
        held.set(true);
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        CompletableFuture<Void> append = log.append(List.of(TestLogs.entry(0, "x")));
        begun.await();
        assertThat(consumer.poll(10, Duration.ZERO)).isEmpty();
        assertThat(append).isNotDone();
        proceed.countDown();
        append.join();
        assertThat(consumer.poll(10, Duration.ZERO)).hasSize(1);
    }

    @Test
    void pendingAppends_shareACommit() throws Exception {
        open(TestLogs.in(folder));
        held.set(true);
        List<CompletableFuture<Void>> appends = new ArrayList<>();
        appends.add(log.append(List.of(TestLogs.entry(0, "first"))));
        begun.await();
        for (int i = 0; i < 1000; i++) {
            appends.add(log.append(List.of(TestLogs.entry(i % 256, "" + i))));
        }
        proceed.countDown();
        appends.forEach(CompletableFuture::join);
        assertThat(synced).as("commits with fsync").hasValue(2);
    }

    @Test
    void appendBeyondPendingBytes_isRefused() throws Exception {
        open(TestLogs.in(folder).withMaxPendingBytes(1000));
        held.set(true);
        CompletableFuture<Void> taken = log.append(List.of(TestLogs.entry(0, "x".repeat(900))));
        begun.await();
        assertReason(log.append(List.of(TestLogs.entry(0, "y".repeat(900)))), Reason.OVERLOADED);
        assertThat(log.backlog(Stage.ROUTE))
                .as("a refused append does not count")
                .isEqualTo(1);
        proceed.countDown();
        taken.join();
        log.append(List.of(TestLogs.entry(0, "z".repeat(5000)))).join();
    }

    @Test
    void failedCommit_isReportedAndRecovers() throws Exception {
        open(TestLogs.in(folder));
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        log.append(List.of(TestLogs.entry(0, "before"))).join();
        assertThat(texts(consumer.poll(10, Duration.ZERO))).containsExactly("before");
        failing.set(true);
        assertReason(log.append(List.of(TestLogs.entry(0, "lost"))), Reason.FAILED);
        assertThat(log.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("the disk is gone", "closed and reopened"));
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(1);
        consumer.done();
        failing.set(false);
        log.append(List.of(TestLogs.entry(0, "after"))).join();
        assertThat(log.problem()).isEmpty();
        assertThat(texts(consumer.poll(10, Duration.ZERO))).containsExactly("after");
        consumer.done();
        log.close();
        open(TestLogs.in(folder));
        assertThat(log.backlog(Stage.ROUTE))
                .as("records completed while commits failed are gone")
                .isZero();
    }

    @Test
    void failedCommit_recoversWithoutFurtherAppends() {
        open(TestLogs.in(folder));
        failing.set(true);
        assertReason(log.append(List.of(TestLogs.entry(0, "lost"))), Reason.FAILED);
        int failed = synced.get();
        Await.until(() -> synced.get() > failed);
        assertThat(log.problem()).as("while it still fails").isPresent();
        failing.set(false);
        Await.until(() -> log.problem().isEmpty());
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    /** Read from disk, where the uncertain record lies between two acknowledged ones. */
    @Test
    void uncertainRecord_isRecoveredOnTheNextOpen() throws Exception {
        open(TestLogs.in(folder).withMemory(1 << 20, 0));
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        log.append(List.of(TestLogs.entry(0, "before"))).join();
        failing.set(true);
        writtenAnyway.set(true);
        assertReason(log.append(List.of(TestLogs.entry(0, "uncertain"))), Reason.FAILED);
        failing.set(false);
        log.append(List.of(TestLogs.entry(0, "after"))).join();
        assertThat(texts(consumer.poll(10, Duration.ZERO))).containsExactly("before", "after");
        consumer.done();
        assertThat(consumer.poll(10, Duration.ZERO)).isEmpty();
        log.close();
        open(TestLogs.in(folder));
        List<LogRecord> found = log.consumers(Stage.ROUTE, 1).get(0).poll(10, Duration.ZERO);
        assertThat(texts(found)).containsExactly("uncertain");
        assertThat(found).allMatch(LogRecord::redelivered);
    }

    private void open(RocksLogConfig config) {
        log = RocksLog.open(config, () -> {}, options -> {}, store -> (changes, sync) -> {
            if (held.get()) {
                begun.countDown();
                awaitProceed();
            }
            if (sync) {
                synced.incrementAndGet();
            }
            if (!failing.get() || writtenAnyway.get()) {
                store.commit(changes, sync);
            }
            if (failing.get()) {
                throw new RocksDBException("the disk is gone");
            }
        });
    }

    private void awaitProceed() {
        try {
            proceed.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> texts(List<LogRecord> records) {
        return records.stream()
                .map(record -> new String(record.entry().payload(), StandardCharsets.UTF_8))
                .toList();
    }

    private static void assertReason(CompletableFuture<Void> append, Reason reason) {
        assertThatThrownBy(append::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        LogException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
