package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.RefusingEngine;
import dev.tidings.server.UnknownOutcomeLog;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the outcome writer while tables or the log refuse writes. */
class OutcomeWriterTest {
    private static final UUID ID = UuidV7.of(1_790_000_000_000L, 1, 1);
    private static final Lane EVENTS = new Lane(Stage.EVENTS, Priority.NORMAL);

    @TempDir
    private Path folder;

    private RefusingEngine engine;
    private UnknownOutcomeLog log;
    /** Every record that was scheduled, duplicates included. */
    private final List<DelayedRecord> scheduled = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() {
        engine = new RefusingEngine(RocksEngine.open(RocksConfig.in(folder.resolve("tables")), TidingsSchema.SCHEMA));
        log = new UnknownOutcomeLog(
                RocksLog.open(RocksLogConfig.in(folder.resolve("log")).withReserveBytes(0)));
    }

    @AfterEach
    void close() {
        log.close();
        engine.close();
    }

    private static List<Write> rows() {
        return List.of(NotificationRow.TABLE
                .update("acme", "bob", Buckets.month(ID), ID)
                .set(NotificationRow.CHANNEL_STATUS, Map.of("email", "sent")));
    }

    private static OutcomeWriter.DeliveryWrites effect() {
        return new OutcomeWriter.DeliveryWrites(rows());
    }

    private static LogEntry event(String tenant) {
        return new LogEntry(EVENTS, 7, tenant, new byte[] {1, 0, 42});
    }

    private OutcomeWriter thatInsist() {
        DelayQueue later = records -> {
            scheduled.addAll(records);
            return CompletableFuture.completedFuture(null);
        };
        return OutcomeWriter.withRetry(
                engine, new SpillingLog(log, later, UUID::randomUUID, InstantSource.system()), later);
    }

    private boolean isWritten() {
        return engine.readOne(NotificationRow.TABLE.select(NotificationRow.ONE, "acme", "bob", Buckets.month(ID), ID))
                .join()
                .isPresent();
    }

    private void awaitRefusals(int count) {
        while (engine.refusals() < count) {
            Thread.onSpinWait();
        }
    }

    private void awaitDoubts(int count) {
        while (log.failures() < count) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OVERLOADED", "UNAVAILABLE", "DISK_FULL", "UNKNOWN_OUTCOME"})
    void transientFailure_isRetried(Reason reason) {
        OutcomeWriter outcomeWriter = OutcomeWriter.withRetry(engine, null, null);
        engine.refuse(NotificationRow.TABLE, reason);
        CompletableFuture<Void> first = outcomeWriter.write(effect());
        CompletableFuture<Void> second = outcomeWriter.write(effect());
        awaitRefusals(3);
        assertThat(first).isNotDone();
        assertThatThrownBy(outcomeWriter::throwIfBlocked).isInstanceOf(StoreException.class);
        engine.recover();
        CompletableFuture.allOf(first, second).join();
        assertThat(isWritten()).isTrue();
        outcomeWriter.throwIfBlocked();
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "MISCONFIGURED", "CORRUPT"})
    void permanentFailure_isReported(Reason reason) {
        OutcomeWriter outcomeWriter = OutcomeWriter.withRetry(engine, null, null);
        engine.refuse(NotificationRow.TABLE, reason);
        assertThatThrownBy(outcomeWriter.write(effect())::join).hasCauseInstanceOf(StoreException.class);
        outcomeWriter.throwIfBlocked();
        engine.recover();
        outcomeWriter.write(effect()).join();
        assertThat(isWritten()).isTrue();
    }

    @Test
    void receiptWriter_failsWithoutRetry() {
        OutcomeWriter outcomeWriter = OutcomeWriter.withoutRetry(engine, null, null);
        engine.refuse(NotificationRow.TABLE, Reason.DISK_FULL);
        assertThatThrownBy(outcomeWriter.write(effect())::join).hasCauseInstanceOf(StoreException.class);
        assertThat(engine.refusals()).isEqualTo(1);
    }

    @Test
    void refusedRows_recordsAndEventsAreWrittenOnce() {
        DelayedRecord next = new DelayedRecord(ID, Instant.EPOCH, event("acme"));
        engine.refuse(NotificationRow.TABLE, Reason.DISK_FULL);
        CompletableFuture<Void> written =
                thatInsist().write(new OutcomeWriter.DeliveryWrites(List.of(next), List.of(event("acme")), rows()));
        awaitRefusals(3);
        engine.recover();
        written.join();
        assertThat(isWritten()).isTrue();
        assertThat(log.backlog(EVENTS, "acme")).isEqualTo(1);
        assertThat(scheduled).containsExactly(next);
    }

    @Test
    void uncertainEvent_isRetriedAsRedelivered() throws InterruptedException {
        log.failFor("acme");
        CompletableFuture<Void> written =
                thatInsist().write(new OutcomeWriter.DeliveryWrites(List.of(), List.of(event("acme")), rows()));
        awaitDoubts(2);
        assertThat(isWritten()).as("rows written before the events").isFalse();
        log.recover();
        written.join();
        assertThat(isWritten()).isTrue();
        List<Boolean> marked = log.consumers(Stage.EVENTS, 1).get(0).poll(100, Duration.ofSeconds(60)).stream()
                .map(record -> RecordHeader.isRedelivered(record.entry().payload()))
                .toList();
        assertThat(marked.get(0)).isFalse();
        assertThat(marked.subList(1, marked.size())).isNotEmpty().containsOnly(true);
    }

    @Test
    void blockedTenant_causesNoDuplicatesForAnother() {
        log.failFor("acme");
        DelayedRecord next = new DelayedRecord(ID, Instant.EPOCH, event("globex"));
        CompletableFuture<Void> written = thatInsist()
                .write(new OutcomeWriter.DeliveryWrites(
                        List.of(next), List.of(event("globex"), event("acme")), rows()));
        awaitDoubts(3);
        log.recover();
        written.join();
        assertThat(log.backlog(EVENTS, "globex")).isEqualTo(1);
        assertThat(scheduled).containsExactly(next);
    }
}
