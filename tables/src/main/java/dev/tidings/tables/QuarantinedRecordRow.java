package dev.tidings.tables;

import static dev.tidings.tables.Columns.PRIORITY;
import static dev.tidings.tables.Columns.TENANT;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of quarantined_records: one poison record that a stage of the pipeline could not process, by hour, with all that a replay needs.
 * Never deleted; a replay is recorded in the row.
 */
public record QuarantinedRecordRow(
        int stage,
        int hour,
        UUID recordId,
        String tenant,
        String priority,
        Integer virtualPartition,
        ByteBuffer payload,
        String reason,
        Instant replayedAt) {

    public static final Column<Integer> STAGE = Column.integer(
            "stage", "Stage of the pipeline: 0 expand, 1 route, 2 push, 3 email, 4 sms, 5 webhook, 6 events");

    public static final Column<Integer> HOUR = Column.integer("hour", "UTC hour of the record id, in hours since 1970");

    public static final Column<UUID> RECORD_ID =
            Column.uuid("record_id", "UUIDv7 of the time it was quarantined, assigned then");

    public static final Column<Integer> VIRTUAL_PARTITION =
            Column.integer("virtual_partition", "Partition of its lane in the log, 0 to 255");

    public static final Column<ByteBuffer> PAYLOAD =
            Column.blob("payload", "The record as it was in the log, version byte first");

    public static final Column<String> REASON = Column.text("reason", "The failure of the last attempt to process it");

    public static final Column<Instant> REPLAYED_AT =
            Column.timestamp("replayed_at", "Time of its last replay; absent if there was none");

    public static final Query PAGE =
            Query.named("what was quarantined in an hour", STAGE, HOUR).range(RECORD_ID);

    public static final Query ONE = Query.named("this quarantined record", STAGE, HOUR, RECORD_ID);

    /** A dozen a second, if a fault makes all records poison: the retries of each take its worker a tenth of a second. */
    private static final double WORST_PER_DAY = 12 * DesignLoad.SECONDS_PER_DAY;

    public static final Table<QuarantinedRecordRow> TABLE = Table.named("quarantined_records")
            .comment(
                    "Quarantine: poison records of the log, newest first, until an operator replays them or they expire."
                            + " Written before the record is acknowledged in the log. The hour bounds the partition;"
                            + " quarantined_hours has the hours with rows.")
            .partition(STAGE, HOUR)
            .clustering(RECORD_ID.desc())
            .columns(TENANT, PRIORITY, VIRTUAL_PARTITION, PAYLOAD, REASON, REPLAYED_AT)
            .ttl(Ttl.anchored(RECORD_ID, Retention.QUARANTINE))
            .compactionWindow(Retention.QUARANTINE_WINDOW)
            .serves(PAGE, ONE)
            .workload(Workload.rowsPerDay(100, WORST_PER_DAY)
                    .bucket(Duration.ofHours(1))
                    .distinct(STAGE, 7)
                    .distinct(HOUR, DesignLoad.LIVE_HOURS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(PRIORITY, DesignLoad.WORD_BYTES)
                    .size(PAYLOAD, DesignLoad.REQUEST_BYTES)
                    .size(REASON, 100))
            .rows(QuarantinedRecordRow.class);
}
