package dev.tidings.server.pipeline;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.storage.StoreSweep;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.QuarantinedHourRow;
import dev.tidings.tables.QuarantinedRecordRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Upsert;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The quarantine of the log: stores poison records in a table, lists and counts them, and appends them to their lanes again. A record is
 * stored before it is acknowledged, and marked as replayed after it was appended: a crash may repeat it, and never loses it. Calls block.
 * Instances on the same stores are interchangeable.
 */
public final class Quarantine {
    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final int MAX_REASON_CHARS = 4_000;
    private static final int PAGE = 500;

    private final Engine engine;
    private final Log log;
    private final Supplier<UUID> ids;
    private final Map<Stage, Counter> added = new EnumMap<>(Stage.class);

    /** @param ids the ids of quarantined records: UUIDv7s of the current time */
    public Quarantine(Engine engine, Log log, Supplier<UUID> ids, MeterRegistry metrics) {
        this.engine = engine;
        this.log = log;
        this.ids = ids;
        for (Stage stage : Stage.values()) {
            added.put(
                    stage,
                    Counter.builder("tidings.stage.quarantined")
                            .description("Poison records that were quarantined")
                            .tag("stage", stage.name().toLowerCase(Locale.ROOT))
                            .register(metrics));
        }
    }

    public static Quarantine of(Storage storage) {
        return new Quarantine(storage.engine(), storage.log(), storage.ids()::next, storage.metrics());
    }

    /**
     * Stores a record, durably when it returns. To be called before the record is acknowledged.
     *
     * @throws InvalidValueException if it is too large for a row
     */
    public void add(LogEntry entry, String reason) {
        store(entry, reason);
        added.get(entry.lane().stage()).increment();
    }

    private void store(LogEntry entry, String reason) {
        UUID id = ids.get();
        int stage = entry.lane().stage().code();
        Upsert row = write(new QuarantinedRecordRow(
                stage,
                Buckets.hour(id),
                id,
                entry.tenant(),
                entry.lane().priority().wire(),
                entry.partition(),
                ByteBuffer.wrap(entry.payload()),
                wellFormed(reason),
                null));
        QuarantinedHourRow hour = QuarantinedHourRow.of(stage, Buckets.hour(id));
        // First: without its hour, the row would not be found.
        engine.writeAndWait(Batch.of(QuarantinedHourRow.TABLE.upsert(hour).at(micros(hour.hourStart()))));
        engine.writeAndWait(Batch.of(row));
    }

    private static Upsert write(QuarantinedRecordRow row) {
        return QuarantinedRecordRow.TABLE.upsert(row).at(micros(UuidV7.time(row.recordId())));
    }

    /** The same row with another payload. */
    public static Upsert with(QuarantinedRecordRow row, byte[] payload) {
        return write(new QuarantinedRecordRow(
                row.stage(),
                row.hour(),
                row.recordId(),
                row.tenant(),
                row.priority(),
                row.virtualPartition(),
                ByteBuffer.wrap(payload),
                row.reason(),
                row.replayedAt()));
    }

    private static long micros(Instant time) {
        return TimeUnit.MILLISECONDS.toMicros(time.toEpochMilli());
    }

    /** Cuts the reason to its maximum length. Half of a surrogate pair becomes a question mark. */
    private static String wellFormed(String reason) {
        String shortened = reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARS));
        return new String(shortened.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Moves the records that earlier versions quarantined inside the log to the table, and returns how many. */
    public int moveFromLog(StoreSweep stores) {
        return stores.moveQuarantined((entry, reason) -> {
            try {
                store(entry, reason);
                return true;
            } catch (InvalidValueException e) {
                LOG.warn("a quarantined record of tenant {} stays in the log: {}", entry.tenant(), e.getMessage());
                return false;
            }
        });
    }

    /** The records of a stage that were not replayed, newest first; at most so many. */
    public List<QuarantinedRecord> list(Stage stage, int max) {
        List<QuarantinedRecord> found = new ArrayList<>();
        Predicate<QuarantinedRecordRow> take = row -> {
            if (row.replayedAt() == null) {
                found.add(record(row));
            }
            return found.size() < max;
        };
        forEach(
                QuarantinedHourRow.TABLE.select(QuarantinedHourRow.RECENT, (int) stage.code()),
                hour -> forEach(
                        QuarantinedRecordRow.TABLE.select(QuarantinedRecordRow.PAGE, hour.stage(), hour.hour()), take));
        return found;
    }

    /** The number of records of a stage that were not replayed; at most so many are counted. */
    public int count(Stage stage, int max) {
        return list(stage, max).size();
    }

    /** Reads row by row as long as the visitor returns true. False if it has ended the scan. */
    private <R extends Record> boolean forEach(Select<R> select, Predicate<R> visitor) {
        Select<R> next = select.limit(PAGE);
        while (true) {
            Page<R> page = engine.read(next).join();
            if (!page.rows().stream().allMatch(visitor)) {
                return false;
            }
            if (page.next().isEmpty()) {
                return true;
            }
            next = next.after(page.next().get());
        }
    }

    /**
     * Appends a record to its lane again, marked as redelivered, and then marks it as replayed.
     *
     * @return false if there is no such record, or it was replayed before
     */
    public boolean replay(Stage stage, UUID id) {
        int hour = Buckets.hour(id);
        Optional<QuarantinedRecordRow> row = engine.readOne(
                        QuarantinedRecordRow.TABLE.select(QuarantinedRecordRow.ONE, (int) stage.code(), hour, id))
                .join()
                .filter(found -> found.payload() != null && found.replayedAt() == null);
        if (row.isEmpty()) {
            return false;
        }
        log.append(List.of(RecordHeader.markRedelivered(record(row.get()).entry())))
                .join();
        engine.writeAndWait(Batch.of(QuarantinedRecordRow.TABLE
                .update((int) stage.code(), hour, id)
                .set(QuarantinedRecordRow.REPLAYED_AT, UuidV7.time(ids.get()))));
        return true;
    }

    private static QuarantinedRecord record(QuarantinedRecordRow row) {
        return new QuarantinedRecord(row.recordId(), entry(row), row.reason());
    }

    /** The record as it was in the log. */
    public static LogEntry entry(QuarantinedRecordRow row) {
        ByteBuffer payload = row.payload().duplicate();
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        Priority priority = Priority.ofWire(row.priority()).orElseThrow();
        return new LogEntry(new Lane(Stage.ofCode(row.stage()), priority), row.virtualPartition(), row.tenant(), bytes);
    }
}
