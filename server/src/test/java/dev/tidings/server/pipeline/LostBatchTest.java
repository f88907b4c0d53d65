package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.hostile.HostileLog;
import dev.tidings.testkit.hostile.HostileLogFaults;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a worker whose partitions move to another consumer while it processes their records, which it can't. */
class LostBatchTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    private HostileLog log;
    private LogConsumer newOwner;
    private Engine tables;
    private Quarantine quarantine;
    private StageWorker worker;

    /** The worker has the first of two consumers. With this seed it loses partition 2 of 0 and 2. */
    @BeforeEach
    void open() {
        log = new HostileLog(
                RocksLog.open(RocksLogConfig.in(folder.resolve("log")).withReserveBytes(0)),
                HostileLogFaults.NONE.withBothAtOnce(1),
                2);
        tables = RocksEngine.open(
                RocksConfig.in(folder.resolve("tables")).withMemory(8 << 20, 8 << 20), TidingsSchema.SCHEMA);
        AtomicInteger ids = new AtomicInteger();
        quarantine = new Quarantine(
                tables,
                log,
                () -> UuidV7.of(System.currentTimeMillis(), 0, ids.incrementAndGet()),
                new SimpleMeterRegistry());
    }

    @AfterEach
    void close() throws InterruptedException {
        worker.stop();
        worker.await();
        log.close();
        tables.close();
    }

    private void start(RuntimeException failure) {
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        newOwner = consumers.get(1);
        worker = new StageWorker(
                "lost-batch-test",
                consumers.get(0),
                records -> {
                    batches.add(texts(records));
                    throw failure;
                },
                quarantine,
                100);
        worker.start();
    }

    private void append(int... partitions) {
        List<LogEntry> entries = new ArrayList<>();
        for (int partition : partitions) {
            byte[] payload = ("\1\0of " + partition).getBytes(UTF_8);
            entries.add(new LogEntry(new Lane(Stage.ROUTE, Priority.NORMAL), partition, "acme", payload));
        }
        log.append(entries).join();
    }

    private static List<String> texts(List<LogRecord> records) {
        return records.stream().map(record -> text(record.entry())).toList();
    }

    /** Without version and flags. */
    private static String text(LogEntry entry) {
        return new String(entry.payload(), UTF_8).substring(2);
    }

    /** The new owner processes its share; the backlog ends when the worker has ended its batch, too. */
    private void awaitEnd(String... moved) throws InterruptedException {
        assertThat(texts(newOwner.poll(100, TIMEOUT))).containsExactly(moved);
        newOwner.done();
        Await.until(() -> log.backlog(Stage.ROUTE) == 0);
    }

    @Test
    void lostBatch_isNeitherRetriedNorQuarantined() throws Exception {
        append(0);
        start(new IllegalStateException("can't handle it"));
        awaitEnd("of 0");
        assertThat(batches).containsExactly(List.of("of 0"));
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
    }

    @Test
    void lostBatch_isNotRetriedAfterAnOutage() throws Exception {
        append(0);
        start(new LogException(LogException.Reason.OVERLOADED, "busy"));
        awaitEnd("of 0");
        assertThat(batches).containsExactly(List.of("of 0"));
    }

    @Test
    void restOfTheBatch_isRetriedAndQuarantined() throws Exception {
        append(0, 2);
        start(new IllegalStateException("can't handle it"));
        awaitEnd("of 2");
        assertThat(batches.get(0)).containsExactlyInAnyOrder("of 0", "of 2");
        assertThat(batches.subList(1, batches.size()))
                .isNotEmpty()
                .allSatisfy(batch -> assertThat(batch).containsExactly("of 0"));
        assertThat(quarantine.list(Stage.ROUTE, 10))
                .extracting(quarantined -> text(quarantined.entry()))
                .containsExactly("of 0");
    }
}
