package dev.tidings.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.BusyHourRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the rows of a busy hour are spread over shards, and that readers are told before. */
class SentShardsTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:30:00Z");
    private static final int BATCH = 250;

    private final SentShards sentShards = new SentShards();
    private final List<Write> stored = new ArrayList<>();
    private int sent;

    private Notification next(String tenant) {
        UUID id = UuidV7.of(NOW.toEpochMilli(), 0, sent++);
        return new Notification(
                tenant, id, id, "default", Priority.NORMAL, Set.of(), null, null, "key", null, 0, new byte[0]);
    }

    /** Sends in batches, as routing does, and returns the number of rows by shard. */
    private Map<Integer, Integer> send(int count) {
        Map<Integer, Integer> rows = new TreeMap<>();
        for (int i = 0; i < count; i += BATCH) {
            SentShards.BatchShards batch = sentShards.batch();
            int last = 0;
            for (int j = 0; j < BATCH; j++) {
                int shard = batch.next(next("acme"));
                rows.merge(shard, 1, Integer::sum);
                last = Math.max(last, shard);
            }
            batch.write(stored);
            batch.written();
            assertThat(last).as("the shards that readers know").isLessThan(storedShards());
        }
        return rows;
    }

    private int storedShards() {
        return stored.isEmpty() ? 1 : shards(stored.get(stored.size() - 1));
    }

    private static int shards(Write write) {
        return BusyHourRow.TABLE.row(((Upsert) write).values()).shards();
    }

    @Test
    void usualHour_hasOneShardAndNoDirectory() {
        assertThat(send(SentShards.ROWS_PER_SHARD)).containsOnlyKeys(0);
        assertThat(stored).isEmpty();
    }

    @Test
    void busyHour_isSpreadOverShards() {
        Map<Integer, Integer> rows = send(50 * SentShards.ROWS_PER_SHARD);
        assertThat(rows).hasSize(64);
        assertThat(rows.values()).allMatch(count -> count < 4 * SentShards.ROWS_PER_SHARD);
        assertThat(stored).extracting(SentShardsTest::shards).containsExactly(2, 4, 8, 16, 32, 64);
    }

    @Test
    void failedBatch_storesTheShardsAgain() {
        send(SentShards.ROWS_PER_SHARD);
        SentShards.BatchShards failed = sentShards.batch();
        failed.next(next("acme"));
        SentShards.BatchShards retried = sentShards.batch();
        retried.next(next("acme"));
        retried.write(stored);
        assertThat(stored).extracting(SentShardsTest::shards).containsExactly(2);
    }

    @Test
    void forgottenTenant_startsOver() {
        send(SentShards.ROWS_PER_SHARD);
        sentShards.forget("acme");
        stored.clear();
        send(SentShards.ROWS_PER_SHARD);
        assertThat(stored).isEmpty();
    }

    @Test
    void largestNumberOfShards_wins(@TempDir Path folder) {
        int hour = Buckets.hour(NOW);
        assertThat(BusyHourRow.write("acme", hour, 16).writeTime())
                .isGreaterThan(BusyHourRow.write("acme", hour, 2).writeTime());
        try (RocksEngine engine =
                RocksEngine.open(RocksConfig.in(folder).withClock(new SteppedClock(NOW)), TidingsSchema.SCHEMA)) {
            engine.write(BusyHourRow.write("acme", hour, 16)).join();
            engine.write(BusyHourRow.write("acme", hour, 2)).join();
            assertThat(engine.readOne(BusyHourRow.TABLE.select(BusyHourRow.RECENT, "acme"))
                            .join())
                    .hasValueSatisfying(row -> assertThat(row.shards()).isEqualTo(16));
        }
    }
}
