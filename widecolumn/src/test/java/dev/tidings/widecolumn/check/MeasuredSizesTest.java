package dev.tidings.widecolumn.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.TableBuilder;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Tests of the projection against the files of one Cassandra 5.0.9 node with default settings: uncompressed bytes of the data file after a
 * major compaction, divided by the partitions in it. ({@code nodetool tablestats} shows up to a fifth more, because it rounds each
 * partition up to a class of its histogram.)
 */
class MeasuredSizesTest {
    private static final Column<String> TENANT = Column.text("tenant", "whose");
    private static final Column<String> USER_ID = Column.text("user_id", "for whom");
    private static final Column<Integer> MONTH = Column.integer("month", "months since the epoch");
    private static final Column<UUID> POSITION = Column.uuid("position", "place in the inbox");
    private static final Column<UUID> NOTIFICATION_ID = Column.uuid("notification_id", "which one");

    private static TableBuilder byUser(Column<?>... columns) {
        return Table.named("by_user")
                .partition(TENANT, USER_ID, MONTH)
                .clustering(POSITION.desc())
                .columns(columns)
                .ttl(Ttl.anchored(POSITION, Duration.ofDays(90)))
                .compactionWindow(Duration.ofDays(3));
    }

    private static Workload rows150() {
        return Workload.rowsPerDay(150, 150)
                .bucket(Duration.ofDays(1))
                .size(TENANT, 8)
                .size(USER_ID, 20);
    }

    private static double projected(TableBuilder table, Workload workload) {
        Declaration declaration = table.workload(workload).declaration();
        return Readings.projection(declaration).busiestBytes();
    }

    @Test
    void rows_with_a_map_of_four_entries() {
        Column<String> decision = Column.text("decision", "what was decided");
        Column<Map<String, String>> status = Column.textMap("channel_status", "state by channel");

        double bytes = projected(
                byUser(NOTIFICATION_ID, decision, status),
                rows150().size(decision, 50).entries(status, 4).size(status, 15));

        assertThat(bytes).isCloseTo(26_307, withinPercentage(1));
    }

    @Test
    void rows_of_which_half_were_updated_in_one_column() {
        Column<String> type = Column.text("type", "kind of notification");
        Column<String> title = Column.text("title", "first line");
        Column<String> body = Column.text("body", "the rest");
        Column<String> data = Column.text("data", "for the app");
        Column<Instant> readAt = Column.timestamp("read_at", "when it was read");
        Column<Instant> archivedAt = Column.timestamp("archived_at", "when it was put away");

        double bytes = projected(
                byUser(type, title, body, data, readAt, archivedAt),
                rows150()
                        .size(type, 16)
                        .size(title, 40)
                        .size(body, 140)
                        .size(data, 60)
                        .filled(readAt, 0.5)
                        .filled(archivedAt, 0)
                        .updatesPerRow(0.5));

        // The node merged the updates with their rows; the projection counts them separately, as in separate windows.
        assertThat(bytes).isCloseTo(48_798, withinPercentage(10));
    }

    @Test
    void one_row_per_partition() {
        Column<String> key = Column.text("key", "the caller's");
        Column<ByteBuffer> hash = Column.blob("body_hash", "of the request");
        Column<Instant> createdAt = Column.timestamp("created_at", "when it was first made");

        double bytes = projected(
                Table.named("keys")
                        .partition(TENANT, key)
                        .columns(NOTIFICATION_ID, hash, createdAt)
                        .ttl(Ttl.anchored(createdAt, Duration.ofDays(1)))
                        .compactionWindow(Duration.ofHours(1)),
                Workload.oneRow().size(TENANT, 8).size(key, 36).size(hash, 32));

        assertThat(bytes).isCloseTo(132.96, withinPercentage(3));
    }
}
