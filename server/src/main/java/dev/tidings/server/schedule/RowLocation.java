package dev.tidings.server.schedule;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.tidings.tables.Buckets;
import java.time.Instant;
import java.util.UUID;

/**
 * The partition and time of a row of the schedule: layout, shard and due time. {@link #of} derives the shard from a hash of tenant and id.
 */
record RowLocation(int layout, int shard, Instant at) {
    /** Determines the shards of stored rows: must never change. */
    private static final Hasher64 HASH = Hashing.xxh3_64();

    static RowLocation of(ShardLayout layout, String tenant, UUID id, Instant at) {
        long hash = HASH.hashStream()
                .putString(tenant)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .getAsLong();
        return new RowLocation(layout.number(), (int) Long.remainderUnsigned(hash, layout.shards()), at);
    }

    ShardId shardId() {
        return new ShardId(layout, shard);
    }

    long minute() {
        return Buckets.minute(at);
    }
}
