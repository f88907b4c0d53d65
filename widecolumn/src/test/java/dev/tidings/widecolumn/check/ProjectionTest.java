package dev.tidings.widecolumn.check;

import static dev.tidings.widecolumn.check.Readings.AT;
import static dev.tidings.widecolumn.check.Readings.ID;
import static dev.tidings.widecolumn.check.Readings.projection;
import static dev.tidings.widecolumn.check.Readings.table;
import static dev.tidings.widecolumn.check.Readings.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the projected sizes, against worked examples and measurements. */
class ProjectionTest {
    private static final Column<String> TENANT = Column.text("tenant", "whose");
    private static final Column<String> USER_ID = Column.text("user_id", "for whom");
    private static final Column<Integer> MONTH = Column.integer("month", "months since the epoch");
    private static final Column<UUID> POSITION = Column.uuid("position", "place in the inbox");
    private static final Column<String> TITLE = Column.text("title", "first line");
    private static final Column<String> BODY = Column.text("body", "the rest");

    /** The worked example of the data-modelling guides: three doubles and a timestamp are 124 bytes. */
    @Test
    void the_classic_formula_gives_the_guides_numbers() {
        Declaration example = table().clustering(AT.asc()).declaration();

        Projection everySecond = projection(example);
        assertThat(everySecond.classicRowBytes())
                .isEqualTo(8 + 8 + 8 + 8 + 4 * 23)
                .isEqualTo(124);
        assertThat(everySecond.busiestRows()).isEqualTo(86_400);
        assertThat(everySecond.classicBytes(86_400)).isEqualTo(10_713_600); // "10.7 MB"

        Declaration tenASecond = table().clustering(AT.asc())
                .workload(Workload.rowsPerDay(1, 864_000).bucket(Duration.ofDays(1)))
                .declaration();
        assertThat(projection(tenASecond).classicBytes(864_000)).isEqualTo(107_136_000); // "107 MB"

        Declaration hourly = table().clustering(AT.asc())
                .workload(Workload.rowsPerDay(1, 864_000).bucket(Duration.ofHours(1)))
                .declaration();
        assertThat(projection(hourly).busiestRows()).isEqualTo(36_000);
        assertThat(projection(hourly).classicBytes(36_000)).isEqualTo(4_464_000); // "4.5 MB"
    }

    /** Cassandra 5.0.9 wrote 12,434 bytes for such a partition of 200 rows, in the format whose header is 11 bytes shorter. */
    @Test
    void a_row_without_expiry_is_stored_in_62_bytes() {
        Projection p = projection(table().declaration());

        int clustering = 1 + 8 + 16; // header, timestamp, uuid
        int body = 7 + 3 * (1 + 8); // write time within a year, three doubles with a byte of flags each
        assertThat(p.rowBytes()).isEqualTo(1 + clustering + 1 + 1 + body).isEqualTo(62);
        assertThat(p.partitionOverhead())
                .isEqualTo(2 + (20 + 3) + (4 + 3) + 12 + 1)
                .isEqualTo(45);
        assertThat(p.partitionOverhead() + 200 * p.rowBytes()).isEqualTo(12_434 + 11);
        assertThat(p.usualBytes()).isEqualTo(45 + 8_640 * 62);
        assertThat(p.busiestBytes()).isEqualTo(45 + 86_400 * 62);
    }

    @Test
    void expiring_rows_carry_ttl_and_expiry_once_for_all_cells() {
        Declaration inbox = Table.named("inbox")
                .partition(TENANT, USER_ID, MONTH)
                .clustering(POSITION.desc())
                .columns(TITLE, BODY)
                .ttl(Ttl.anchored(POSITION, Duration.ofDays(90)))
                .compactionWindow(Duration.ofDays(3))
                .serves(Query.named("page", TENANT, USER_ID, MONTH).range(POSITION))
                .workload(Workload.rowsPerDay(5, 1_000)
                        .bucket(Duration.ofDays(31))
                        .size(TENANT, 8)
                        .size(USER_ID, 20)
                        .size(TITLE, 40)
                        .size(BODY, 140))
                .declaration();

        Projection p = projection(inbox);

        int times = 6 + 1 + 3; // 1.5 days in microseconds, seconds of delay, 1.5 days in seconds
        int cells = (1 + 1 + 40) + (1 + 2 + 140); // a length of 128 and more takes two bytes
        // The body is 195 bytes, so its own size and that of the row before take two bytes each.
        assertThat(p.rowBytes()).isEqualTo(1 + 1 + 16 + 2 + 2 + times + cells).isEqualTo(217);
        assertThat(p.partitionOverhead()).isEqualTo(2 + (8 + 20 + 4 + 3 * 3) + 12 + 1);
        assertThat(p.usualRows()).isEqualTo(155);
        assertThat(p.busiestRows()).isEqualTo(31_000);
        assertThat(p.classicRowBytes()).isEqualTo(23 + 16 + (23 + 40) + (23 + 140));
    }

    @Test
    void a_missing_column_costs_a_bit_and_a_filled_one_its_share() {
        Declaration sparse = table().columns(TITLE, BODY)
                .workload(workload().size(TITLE, 40).size(BODY, 100).filled(BODY, 0.25))
                .declaration();

        double body = 7 + 0.75 + (1 + 1 + 40) + 0.25 * (1 + 1 + 100);
        assertThat(projection(sparse).rowBytes()).isEqualTo(1 + 25 + 1 + 1 + body);
        assertThat(projection(sparse).classicRowBytes()).isEqualTo(23 + 24 + 63 + 0.25 * 123);
    }

    @Test
    void each_entry_of_a_collection_is_a_cell_with_its_key() {
        Column<Map<String, String>> status = Column.textMap("status", "by channel");
        Column<Set<String>> tags = Column.textSet("tags", "free tags");
        Declaration table = table().columns(status, tags)
                .workload(workload()
                        .entries(status, 4)
                        .size(status, 15)
                        .entries(tags, 2)
                        .size(tags, 10))
                .declaration();

        int map = 1 + 4 * (1 + 1 + 1 + 15); // count, then flags, two lengths and the bytes of each entry
        int set = 1 + 2 * (1 + 1 + 10);
        // The row before has 133 bytes, so its size takes two.
        assertThat(projection(table).rowBytes()).isEqualTo(1 + 25 + 1 + 2 + 7 + map + set);
        assertThat(projection(table).classicRowBytes()).isEqualTo(23 + 24 + 4 * (23 + 15) + 2 * (23 + 10));
    }

    @Test
    void an_update_is_a_row_of_its_own_with_one_cell() {
        double once = projection(table().declaration()).rowBytes();

        double updated = projection(
                        table().workload(workload().updatesPerRow(0.5)).declaration())
                .rowBytes();

        assertThat(updated - once).isEqualTo(0.5 * (1 + 25 + 1 + 1 + 7 + 1 + 9));
    }

    /** Cassandra 5.0.9 wrote 132 bytes for such a partition, 11 of header fewer and 7 of longer times more. */
    @Test
    void a_lookup_is_one_row_without_clustering() {
        Column<String> key = Column.text("key", "the caller's");
        Column<ByteBuffer> hash = Column.blob("body_hash", "of the request");
        Declaration keys = Table.named("keys")
                .partition(TENANT, key)
                .columns(ID, hash, AT)
                .ttl(Ttl.anchored(AT, Duration.ofDays(1)))
                .compactionWindow(Duration.ofHours(1))
                .serves(Query.named("one", TENANT, key))
                .workload(Workload.oneRow().size(TENANT, 8).size(key, 36).size(hash, 32))
                .declaration();

        Projection p = projection(keys);

        int times = 5 + 1 + 2;
        assertThat(p.rowBytes()).isEqualTo(1 + 1 + 1 + times + 17 + 34 + 9);
        assertThat(p.busiestBytes())
                .isEqualTo(p.partitionOverhead() + p.rowBytes())
                .isEqualTo(65 + 71);
        assertThat(p.growth().bound()).isEqualTo(PartitionGrowth.Bound.ONE_ROW);
    }

    @Test
    void rows_accumulate_over_bucket_or_ttl_up_to_the_limit() {
        Declaration expiring = table().ttl(Ttl.anchored(AT, Duration.ofDays(30)))
                .workload(Workload.rowsPerDay(10, 100))
                .declaration();
        assertThat(projection(expiring)).returns(300L, Projection::usualRows).returns(3_000L, Projection::busiestRows);

        Declaration limited =
                table().workload(Workload.rowsPerDay(10, 100).maxRows(1_000)).declaration();
        assertThat(projection(limited)).returns(1_000L, Projection::usualRows).returns(1_000L, Projection::busiestRows);
        assertThat(projection(limited).growth().bound()).isEqualTo(PartitionGrowth.Bound.MAX_ROWS);

        Declaration bucketed = table().ttl(Ttl.anchored(AT, Duration.ofDays(30)))
                .workload(
                        Workload.rowsPerDay(10, 100).bucket(Duration.ofDays(7)).maxRows(500))
                .declaration();
        assertThat(projection(bucketed)).returns(70L, Projection::usualRows).returns(500L, Projection::busiestRows);
    }

    @Test
    void undeclared_sizes_are_assumed_and_reported() {
        Column<Map<String, String>> labels = Column.textMap("labels", "free labels");
        Declaration table = table().columns(TITLE, labels)
                .workload(Workload.rowsPerDay(1, 1).bucket(Duration.ofDays(1)))
                .declaration();

        assertThat(projection(table).assumptions())
                .containsExactly(
                        "40 B for sensor_id", "40 B for title", "10 entries in labels", "30 B for an entry of labels");
        assertThat(projection(table().declaration()).assumptions()).isEmpty();
    }

    @Test
    void variable_length_integers_hold_seven_bits_a_byte() {
        assertThat(StoredSize.vint(0)).isEqualTo(1);
        assertThat(StoredSize.vint(127)).isEqualTo(1);
        assertThat(StoredSize.vint(128)).isEqualTo(2);
        assertThat(StoredSize.vint(16_383)).isEqualTo(2);
        assertThat(StoredSize.vint(16_384)).isEqualTo(3);
        assertThat(StoredSize.vint(Math.pow(2, 56))).isEqualTo(9);
        assertThat(StoredSize.vint(Long.MAX_VALUE)).isEqualTo(9);
    }

    @Test
    void writes_a_second_count_updates_and_deletes() {
        Projection p = projection(
                table().workload(workload().updatesPerRow(2).deletedShare(0.5)).declaration());

        assertThat(p.busiestWritesPerSecond()).isCloseTo(3.5, within(1e-9));
    }
}
