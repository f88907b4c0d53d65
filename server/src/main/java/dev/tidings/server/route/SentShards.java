package dev.tidings.server.route;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.model.Notification;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.BusyHourRow;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of shards of each hour in notifications_by_tenant: one, doubled as the rows grow that this process has written to the hour. More
 * than one are stored in busy_hours, together with the first row that needs them.
 *
 * <p>A restart counts from the beginning, and a redelivered notification may get another shard: readers drop the second row.
 */
final class SentShards {
    /** Small, since every process counts its own. */
    static final int ROWS_PER_SHARD = 20_000;

    private static final int MAX_HOURS = 10_000;
    /** The limit is for rows of busy_hours that another process has removed together with their tenant. */
    private static final Duration LIFE = Duration.ofHours(1);

    private static final Hasher64 HASH = Hashing.xxh3_64();

    private final Cache<TenantHour, SentRows> hours =
            Caffeine.newBuilder().maximumSize(MAX_HOURS).expireAfterWrite(LIFE).build();

    private record TenantHour(String tenant, int hour) {}

    /** What this process has written to an hour. */
    private static final class SentRows {
        private final AtomicLong count = new AtomicLong();
        /** The number of shards that readers know. */
        private final AtomicInteger stored = new AtomicInteger(1);
    }

    /** The rows of one batch. For one thread. */
    final class BatchShards {
        private final Map<TenantHour, Integer> grown = new HashMap<>();
        private final Map<TenantHour, SentRows> rows = new HashMap<>();

        int next(Notification n) {
            TenantHour hour = new TenantHour(n.tenant(), Buckets.hour(n.position()));
            SentRows sent = rows.computeIfAbsent(hour, key -> hours.get(key, any -> new SentRows()));
            int shards = shards(sent.count.incrementAndGet());
            if (shards > sent.stored.get()) {
                grown.merge(hour, shards, Math::max);
            }
            return shard(n.id(), shards);
        }

        /** Adds what readers have to know to find the rows. */
        void write(List<Write> writes) {
            grown.forEach((hour, shards) -> writes.add(BusyHourRow.write(hour.tenant(), hour.hour(), shards)));
        }

        /** To be called once the batch is written. */
        void written() {
            grown.forEach((hour, shards) -> rows.get(hour).stored.accumulateAndGet(shards, Math::max));
        }
    }

    BatchShards batch() {
        return new BatchShards();
    }

    void forget(String tenant) {
        hours.asMap().keySet().removeIf(hour -> hour.tenant().equals(tenant));
    }

    /** The smallest power of two with which no shard has more than its rows, on average. */
    private static int shards(long rows) {
        long full = (rows - 1) / ROWS_PER_SHARD;
        return full == 0 ? 1 : (int) Math.min(BusyHourRow.MAX_SHARDS, Long.highestOneBit(full) << 1);
    }

    private static int shard(UUID id, int shards) {
        if (shards == 1) {
            return 0;
        }
        long hash = HASH.hashStream()
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .getAsLong();
        return (int) hash & (shards - 1);
    }
}
