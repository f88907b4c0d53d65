package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.HotStateException;
import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.RefusingEngine;
import dev.tidings.tables.QuarantinedHourRow;
import dev.tidings.tables.QuarantinedRecordRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.Await;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of poison records: they stop neither their worker nor the other records. */
class PoisonTest {
    private static final int MANY = 1000;
    /** Version and flags. */
    private static final int HEADER_BYTES = 2;

    @TempDir
    Path folder;

    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<LogRecord> seen = Collections.synchronizedList(new ArrayList<>());
    private RocksLog log;
    private RefusingEngine tables;
    private Quarantine quarantine;
    private StageWorker worker;

    /** Failures of dependencies. */
    enum Outage {
        OVERLOADED(new StoreException(StoreException.Reason.OVERLOADED, "busy")),
        UNAVAILABLE(new CompletionException(new StoreException(StoreException.Reason.UNAVAILABLE, "no node"))),
        DISK_FULL(new StoreException(StoreException.Reason.DISK_FULL, "full")),
        UNKNOWN_OUTCOME(new StoreException(StoreException.Reason.UNKNOWN_OUTCOME, "commit failed")),
        LOG(new LogException(LogException.Reason.OVERLOADED, "busy")),
        DATABASE(new MetadataException("no connection", true, null)),
        HOT_STATE(new CompletionException(new HotStateException("no answer", null))),
        FILE(new UncheckedIOException(new IOException("No space left on device"))),
        MEMORY(new OutOfMemoryError("heap"));

        private final Throwable failure;

        Outage(Throwable failure) {
            this.failure = failure;
        }

        void throwFailure() {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    @BeforeEach
    void open() {
        log = RocksLog.open(RocksLogConfig.in(folder.resolve("log")).withReserveBytes(0));
        tables = new RefusingEngine(RocksEngine.open(
                RocksConfig.in(folder.resolve("tables")).withMemory(8 << 20, 8 << 20), TidingsSchema.SCHEMA));
        AtomicInteger ids = new AtomicInteger();
        quarantine = new Quarantine(
                tables,
                log,
                () -> UuidV7.of(System.currentTimeMillis(), 0, ids.incrementAndGet()),
                new SimpleMeterRegistry());
    }

    @AfterEach
    void close() throws InterruptedException {
        if (worker != null) {
            worker.stop();
            worker.await();
        }
        log.close();
        tables.close();
    }

    @Test
    void poisonRecord_isQuarantinedAndOthersProceed() throws Exception {
        append("0", "1", "poison", "2", "3");
        start(log.consumers(Stage.ROUTE, 1).get(0), this::handleUnlessPoison);
        awaitDrained();
        append("4");
        awaitDrained();
        assertThat(handled).containsExactly("0", "1", "2", "3", "4");
        List<QuarantinedRecord> quarantined = quarantine.list(Stage.ROUTE, 10);
        assertThat(quarantined).hasSize(1);
        assertThat(quarantined.get(0).entry().payload())
                .isEqualTo(entry(RecordHeader.VERSION, "poison").payload());
        assertThat(quarantined.get(0).reason())
                .contains("IllegalStateException")
                .contains("can't handle poison");
        // A failed attempt may have taken effect, so every later one is marked as redelivered.
        assertThat(seen.subList(0, 5)).noneMatch(LogRecord::redelivered);
        assertThat(seen.subList(5, seen.size() - 1)).isNotEmpty().allMatch(LogRecord::redelivered);
    }

    @Test
    void severalPoisonRecords_areAllQuarantined() throws Exception {
        append("poison", "0", "poison", "poison", "1");
        start(log.consumers(Stage.ROUTE, 1).get(0), this::handleUnlessPoison);
        awaitDrained();
        assertThat(handled).containsExactly("0", "1");
        assertThat(quarantine.list(Stage.ROUTE, 10)).hasSize(3);
    }

    @Test
    void flakyRecord_isNotQuarantined() throws Exception {
        append("0", "1", "2");
        AtomicInteger calls = new AtomicInteger();
        start(log.consumers(Stage.ROUTE, 1).get(0), records -> {
            if (calls.incrementAndGet() % BatchRetry.SINGLE_TRIES != 0) {
                throw new IllegalStateException("not this time");
            }
            handleUnlessPoison(records);
        });
        awaitDrained();
        assertThat(handled).containsExactly("0", "1", "2");
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void outage_quarantinesNothing(Outage outage) throws Exception {
        append("0", "1", "2");
        CountDownLatch failures = new CountDownLatch(2 * BatchRetry.BATCH_TRIES);
        start(log.consumers(Stage.ROUTE, 1).get(0), records -> {
            if (failures.getCount() > 0) {
                failures.countDown();
                outage.throwFailure();
            }
            handleUnlessPoison(records);
        });
        awaitDrained();
        assertThat(handled).containsExactly("0", "1", "2");
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
    }

    @Test
    void outageDuringRetries_quarantinesNothing() throws Exception {
        append("0", "1");
        AtomicInteger calls = new AtomicInteger();
        start(log.consumers(Stage.ROUTE, 1).get(0), records -> {
            int call = calls.incrementAndGet();
            if (call < BatchRetry.BATCH_TRIES + BatchRetry.SINGLE_TRIES) {
                throw new IllegalStateException("call " + call);
            }
            if (call == BatchRetry.BATCH_TRIES + BatchRetry.SINGLE_TRIES) {
                Outage.UNAVAILABLE.throwFailure();
            }
            handleUnlessPoison(records);
        });
        awaitDrained();
        assertThat(handled).containsExactly("0", "1");
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fullQuarantine_keepsEverythingInTheLog(boolean directory) throws Exception {
        tables.refuse(
                directory ? QuarantinedHourRow.TABLE : QuarantinedRecordRow.TABLE, StoreException.Reason.DISK_FULL);
        append("0", "poison", "1");
        start(log.consumers(Stage.ROUTE, 1).get(0), this::handleUnlessPoison);
        Await.until(() -> tables.refusals() >= 2);
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(3);
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
        tables.recover();
        awaitDrained();
        assertThat(handled).contains("0", "1");
        assertThat(quarantine.list(Stage.ROUTE, 10)).hasSize(1);
    }

    @Test
    void outageAfterAPoisonRecord_quarantinesItOnce() throws Exception {
        append("poison", "0", "1");
        AtomicInteger outages = new AtomicInteger();
        start(log.consumers(Stage.ROUTE, 1).get(0), records -> {
            boolean isLast = records.size() == 1 && text(records.get(0)).equals("1");
            if (isLast && outages.incrementAndGet() <= 2) {
                Outage.UNAVAILABLE.throwFailure();
            }
            handleUnlessPoison(records);
        });
        awaitDrained();
        assertThat(outages.get()).isEqualTo(3);
        assertThat(quarantine.list(Stage.ROUTE, 10)).hasSize(1);
    }

    @Test
    void newerRecords_stayInTheLogAndOthersProceed() throws Exception {
        append("0");
        log.append(List.of(entry(2, "newer"), entry(255, "newest"))).join();
        append("1");
        start(log.consumers(Stage.ROUTE, 1).get(0), this::handleUnlessPoison);
        awaitDrained();
        append("2");
        awaitDrained();
        assertThat(handled).containsExactly("0", "1", "2");
        assertThat(seen).noneMatch(LogRecord::redelivered);
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
        assertLeftInTheLog("newer", "newest");
    }

    @Test
    void newerContentOfAKnownRecord_isLeftToo() throws Exception {
        append("0", "newer", "1");
        start(log.consumers(Stage.ROUTE, 1).get(0), records -> {
            if (records.stream().anyMatch(record -> text(record).equals("newer"))) {
                throw new CompletionException(new NewerVersionException("row", 2));
            }
            handleUnlessPoison(records);
        });
        awaitDrained();
        assertThat(handled).containsExactly("0", "1");
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
        assertLeftInTheLog("newer");
    }

    @Test
    void poisonTooLargeForTheTable_staysInTheLog() throws Exception {
        String large = "poison" + "x".repeat(1 << 20);
        append("0", large, "1");
        start(log.consumers(Stage.ROUTE, 1).get(0), this::handleUnlessPoison);
        awaitDrained();
        assertThat(handled).containsExactly("0", "1");
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
        assertLeftInTheLog(large);
    }

    private void assertLeftInTheLog(String... texts) throws InterruptedException {
        worker.stop();
        worker.await();
        log.close();
        log = RocksLog.open(RocksLogConfig.in(folder.resolve("log")).withReserveBytes(0));
        List<LogRecord> left = log.consumers(Stage.ROUTE, 1).get(0).poll(100, Duration.ZERO);
        assertThat(left.stream().map(PoisonTest::text)).containsExactly(texts);
        assertThat(left).allMatch(LogRecord::redelivered);
    }

    @Test
    void worker_survivesFailingPolls() throws Exception {
        append(IntStream.range(0, MANY).mapToObj(Integer::toString).toArray(String[]::new));
        AtomicInteger polls = new AtomicInteger();
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        start(new FailingPolls(consumer, polls), this::handleUnlessPoison);
        awaitDrained();
        assertThat(polls.get()).isGreaterThan(2);
        assertThat(handled)
                .isEqualTo(IntStream.range(0, MANY).mapToObj(Integer::toString).toList());
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
    }

    /** A consumer whose every other poll fails. */
    private record FailingPolls(LogConsumer consumer, AtomicInteger polls) implements LogConsumer {
        @Override
        public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
            if (polls.incrementAndGet() % 2 == 1) {
                throw new LogException(LogException.Reason.FAILED, "reading records failed");
            }
            return consumer.poll(max, wait);
        }

        @Override
        public void wakeUp() {
            consumer.wakeUp();
        }

        @Override
        public List<LogRecord> done() {
            return consumer.done();
        }

        @Override
        public void redeliver() {
            consumer.redeliver();
        }

        @Override
        public void park(LogRecord record) {
            consumer.park(record);
        }
    }

    private void handleUnlessPoison(List<LogRecord> records) {
        seen.addAll(records);
        List<String> texts = records.stream().map(PoisonTest::text).toList();
        if (texts.stream().anyMatch(text -> text.startsWith("poison"))) {
            throw new IllegalStateException("can't handle poison");
        }
        handled.addAll(texts);
    }

    private static String text(LogRecord record) {
        byte[] payload = record.entry().payload();
        return new String(payload, HEADER_BYTES, payload.length - HEADER_BYTES, UTF_8);
    }

    private static LogEntry entry(int version, String text) {
        byte[] payload = ("  " + text).getBytes(UTF_8);
        payload[0] = (byte) version;
        return new LogEntry(new Lane(Stage.ROUTE, Priority.NORMAL), 7, "acme", payload);
    }

    private void append(String... texts) {
        log.append(Stream.of(texts)
                        .map(text -> entry(RecordHeader.VERSION, text))
                        .toList())
                .join();
    }

    private void start(LogConsumer consumer, StageProcessor work) {
        worker = new StageWorker("poison-test", consumer, work, quarantine, 100);
        worker.start();
    }

    private void awaitDrained() {
        Await.until(() -> log.backlog(Stage.ROUTE) == 0);
    }
}
