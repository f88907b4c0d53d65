package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.tables.ScheduleOwnerRow;
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
 * Which shards this process sweeps. Each owner has an epoch, one more than the one before it, and says now and then that it is
 * alive; one that has not done so for a while is succeeded. How long a while is, everybody measures for itself, by a clock that nobody
 * sets. An owner that was only slow may do something after that: it is without effect, or without a second one. For one thread.
 */
final class Ownership {
    private final Engine engine;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final String name;
    private final boolean alone;
    private final Duration lease;
    private final Map<ShardId, Seen> others = new HashMap<>();

    /** The last sign of life of another, and when it was first seen. */
    private record Seen(long epoch, Instant aliveAt, long nanos) {}

    /** What this process has. */
    static final class Held {
        private final ShardId shard;
        private final long epoch;
        private long renewedNanos;

        private Held(ShardId shard, long epoch, long renewedNanos) {
            this.shard = shard;
            this.epoch = epoch;
            this.renewedNanos = renewedNanos;
        }

        long epoch() {
            return epoch;
        }
    }

    /**
     * @param name of this process, which no other has
     * @param alone whether nobody else can have the store open, so that whoever had a shard before is gone
     */
    Ownership(Engine engine, InstantSource clock, LongSupplier nanos, String name, boolean alone, Duration lease) {
        this.engine = engine;
        this.clock = clock;
        this.nanos = nanos;
        this.name = name;
        this.alone = alone;
        this.lease = lease;
    }

    /** Takes the shard if nobody has it. May block. */
    Optional<Held> acquire(ShardId shard) {
        Optional<ScheduleOwnerRow> latest = latest(shard);
        if (latest.isPresent() && !alone && isAlive(shard, latest.get())) {
            return Optional.empty();
        }
        // The cursor outlives the list of owners, and knows the last of them even if all have expired.
        long epoch = Math.max(latest.map(ScheduleOwnerRow::epoch).orElse(0L), epochOfCursor(shard)) + 1;
        long started = nanos.getAsLong();
        boolean mine = engine.insertIfAbsent(
                        ScheduleOwnerRow.TABLE, new ScheduleOwnerRow(shard.layout(), shard.shard(), epoch, name, now()))
                .join()
                .inserted();
        return mine ? Optional.of(new Held(shard, epoch, started)) : Optional.empty();
    }

    private boolean isAlive(ShardId shard, ScheduleOwnerRow row) {
        long at = nanos.getAsLong();
        Seen before = others.get(shard);
        if (before == null || before.epoch != row.epoch() || !before.aliveAt.equals(row.aliveAt())) {
            others.put(shard, new Seen(row.epoch(), row.aliveAt(), at));
            return true;
        }
        return at - before.nanos < lease.toNanos();
    }

    /** Says that this process is alive, when it is time to. May block. */
    void renew(Held held) {
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

    /** Whether nobody can have succeeded this process yet. A process that was paused may find out too late. */
    boolean isFresh(Held held) {
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
