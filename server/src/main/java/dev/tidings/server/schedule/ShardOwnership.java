package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.tables.ScheduleOwnerRow;
import dev.tidings.widecolumn.CertainInserts;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Acquires and renews the leases of schedule shards, so that at most one process sweeps a shard. Each owner has an epoch higher than that
 * of its predecessor. There is no release: another process takes over when it has seen no renewal for the length of the lease, by its own
 * monotonic clock. A paused owner may still act after that; its writes are fenced by the epoch, and its records are marked as redelivered.
 * For one thread.
 */
final class ShardOwnership {
    private final Engine engine;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final String name;
    private final boolean alone;
    private final Duration lease;
    private final Map<ShardId, ObservedRenewal> others = new HashMap<>();

    /** The last renewal of another owner, and when this process first saw it. */
    private record ObservedRenewal(long epoch, Instant aliveAt, long nanos) {}

    /** The lease of a shard that this process owns. */
    static final class ShardLease {
        private final ShardId shard;
        private final long epoch;
        private long renewedNanos;

        private ShardLease(ShardId shard, long epoch, long renewedNanos) {
            this.shard = shard;
            this.epoch = epoch;
            this.renewedNanos = renewedNanos;
        }

        long epoch() {
            return epoch;
        }
    }

    /**
     * @param name the unique name of this process
     * @param alone whether no other process can have the store open, so that any previous owner is gone
     */
    ShardOwnership(Engine engine, InstantSource clock, LongSupplier nanos, String name, boolean alone, Duration lease) {
        this.engine = engine;
        this.clock = clock;
        this.nanos = nanos;
        this.name = name;
        this.alone = alone;
        this.lease = lease;
    }

    /** Acquires the shard if it has no live owner. May block. */
    Optional<ShardLease> acquire(ShardId shard) {
        Optional<ScheduleOwnerRow> latest = latest(shard);
        if (latest.isPresent() && !alone && isAlive(shard, latest.get())) {
            return Optional.empty();
        }
        // The cursor outlives the expiring owner rows and knows the last epoch.
        long epoch = Math.max(latest.map(ScheduleOwnerRow::epoch).orElse(0L), epochOfCursor(shard)) + 1;
        long started = nanos.getAsLong();
        boolean mine = CertainInserts.insertIfAbsent(
                        engine,
                        ScheduleOwnerRow.TABLE,
                        new ScheduleOwnerRow(shard.layout(), shard.shard(), epoch, name, now()))
                .join()
                .inserted();
        return mine ? Optional.of(new ShardLease(shard, epoch, started)) : Optional.empty();
    }

    private boolean isAlive(ShardId shard, ScheduleOwnerRow row) {
        long at = nanos.getAsLong();
        ObservedRenewal before = others.get(shard);
        if (before == null || before.epoch != row.epoch() || !before.aliveAt.equals(row.aliveAt())) {
            others.put(shard, new ObservedRenewal(row.epoch(), row.aliveAt(), at));
            return true;
        }
        return at - before.nanos < lease.toNanos();
    }

    /** Renews the lease if a quarter of it has passed. Throws {@link LostShardException} if the shard has a newer owner. May block. */
    void renew(ShardLease held) {
        long started = nanos.getAsLong();
        if (alone || started - held.renewedNanos < lease.toNanos() / 4) {
            return;
        }
        OptionalLong later = latest(held.shard).stream()
                .mapToLong(ScheduleOwnerRow::epoch)
                .filter(epoch -> epoch > held.epoch)
                .findFirst();
        if (later.isPresent()) {
            throw new LostShardException(held.shard, held.epoch, later.getAsLong());
        }
        engine.write(ScheduleOwnerRow.TABLE
                        .update(held.shard.layout(), held.shard.shard(), held.epoch)
                        .set(ScheduleOwnerRow.OWNER, name)
                        .set(ScheduleOwnerRow.ALIVE_AT, now()))
                .join();
        held.renewedNanos = started;
    }

    /** Whether less than three quarters of the lease have passed. A process that is paused after this check may act on an expired lease. */
    boolean isFresh(ShardLease held) {
        return alone || nanos.getAsLong() - held.renewedNanos < lease.toNanos() * 3 / 4;
    }

    private long epochOfCursor(ShardId shard) {
        return engine.readOne(ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, shard.layout(), shard.shard()))
                .join()
                .map(ScheduleCursorRow::epoch)
                .orElse(0L);
    }

    private Optional<ScheduleOwnerRow> latest(ShardId shard) {
        return engine.readOne(ScheduleOwnerRow.TABLE.select(ScheduleOwnerRow.LATEST, shard.layout(), shard.shard()))
                .join();
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
