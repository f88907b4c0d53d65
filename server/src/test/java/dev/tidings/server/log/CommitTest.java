package dev.tidings.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** What happens around a commit that takes long, or fails. */
class CommitTest {
    @TempDir
    Path folder;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicBoolean held = new AtomicBoolean();
    private final AtomicBoolean broken = new AtomicBoolean();

    /** A commit that fails may yet have been written. */
    private final AtomicBoolean writtenAllTheSame = new AtomicBoolean();

    private final AtomicInteger synced = new AtomicInteger();
    private RocksLog log;

    @AfterEach
    void close() {
        goOn.countDown();
        broken.set(false);
        if (log != null) {
            log.close();
        }
    }

    @Test
    void nothingIsHandedOutBeforeItIsDurable() throws Exception {
        open(TestLogs.in(folder));
        held.set(true);
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        CompletableFuture<Void> append = log.append(List.of(TestLogs.entry(0, "x")));
        begun.await();
        assertThat(consumer.poll(10, Duration.ZERO)).isEmpty();
        assertThat(append).isNotDone();
        goOn.countDown();
        append.join();
        assertThat(consumer.poll(10, Duration.ZERO)).hasSize(1);
    }

    @Test
    void whatWaitsSharesACommit() throws Exception {
        open(TestLogs.in(folder));
        held.set(true);
        List<CompletableFuture<Void>> appends = new ArrayList<>();
        appends.add(log.append(List.of(TestLogs.entry(0, "first"))));
        begun.await();
        for (int i = 0; i < 1000; i++) {
            appends.add(log.append(List.of(TestLogs.entry(i % 256, "" + i))));
        }
        goOn.countDown();
        appends.forEach(CompletableFuture::join);
        assertThat(synced).as("commits with fsync").hasValue(2);
    }

    @Test
    void tooMuchUnderWayIsRefused() throws Exception {
        open(TestLogs.in(folder).withMaxPendingBytes(1000));
        held.set(true);
        CompletableFuture<Void> taken = log.append(List.of(TestLogs.entry(0, "x".repeat(900))));
        begun.await();
        assertReason(log.append(List.of(TestLogs.entry(0, "y".repeat(900)))), Reason.OVERLOADED);
        assertThat(log.backlog(Stage.ROUTE))
                .as("what was refused does not count")
                .isEqualTo(1);
        goOn.countDown();
        taken.join();
        log.append(List.of(TestLogs.entry(0, "z".repeat(5000)))).join();
    }

    @Test
    void aFailureIsToldAndRecoveredFrom() throws Exception {
        open(TestLogs.in(folder));
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        log.append(List.of(TestLogs.entry(0, "before"))).join();
        assertThat(texts(consumer.poll(10, Duration.ZERO))).containsExactly("before");
        broken.set(true);
        assertReason(log.append(List.of(TestLogs.entry(0, "lost"))), Reason.FAILED);
        assertThat(log.problem())
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains("the disk is gone", "closed and opened again"));
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(1);
        consumer.done();
        broken.set(false);
        log.append(List.of(TestLogs.entry(0, "after"))).join();
        assertThat(log.problem()).isEmpty();
        assertThat(texts(consumer.poll(10, Duration.ZERO))).containsExactly("after");
        consumer.done();
        log.close();
        open(TestLogs.in(folder));
        assertThat(log.backlog(Stage.ROUTE))
                .as("also what was done while it was broken")
                .isZero();
    }

    @Test
    void aFailureIsRecoveredFromAlsoIfNobodyAppendsAnyMore() {
        open(TestLogs.in(folder));
        broken.set(true);
        assertReason(log.append(List.of(TestLogs.entry(0, "lost"))), Reason.FAILED);
        int failed = synced.get();
        awaitThat(() -> synced.get() > failed);
        assertThat(log.problem()).as("while it still fails").isPresent();
        broken.set(false);
        awaitThat(() -> log.problem().isEmpty());
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    private static void awaitThat(BooleanSupplier done) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    /** Read from disk, where the one in doubt lies between two that were acked. */
    @Test
    void whatIsInDoubtIsLeftToTheNextLife() throws Exception {
        open(TestLogs.in(folder).withMemory(1 << 20, 0));
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        log.append(List.of(TestLogs.entry(0, "before"))).join();
        broken.set(true);
        writtenAllTheSame.set(true);
        assertReason(log.append(List.of(TestLogs.entry(0, "doubtful"))), Reason.FAILED);
        broken.set(false);
        log.append(List.of(TestLogs.entry(0, "after"))).join();
        assertThat(texts(consumer.poll(10, Duration.ZERO))).containsExactly("before", "after");
        consumer.done();
        assertThat(consumer.poll(10, Duration.ZERO)).isEmpty();
        log.close();
        open(TestLogs.in(folder));
        List<LogRecord> found = log.consumers(Stage.ROUTE, 1).get(0).poll(10, Duration.ZERO);
        assertThat(texts(found)).containsExactly("doubtful");
        assertThat(found).allMatch(LogRecord::repeated);
    }

    private void open(RocksLogConfig config) {
        log = RocksLog.open(config, options -> {}, store -> (image, sync) -> {
            if (held.get()) {
                begun.countDown();
                awaitGoOn();
            }
            if (sync) {
                synced.incrementAndGet();
            }
            if (!broken.get() || writtenAllTheSame.get()) {
                store.commit(image, sync);
            }
            if (broken.get()) {
                throw new RocksDBException("the disk is gone");
            }
        });
    }

    private void awaitGoOn() {
        try {
            goOn.await();
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
