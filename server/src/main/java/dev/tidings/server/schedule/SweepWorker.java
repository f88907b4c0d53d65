package dev.tidings.server.schedule;

import dev.tidings.core.log.LogException;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that acquires the shards assigned to it, as far as no other process owns them, and sweeps them one after the other. */
final class SweepWorker {
    private static final int MAX_ACQUIRE_TRIES = 5;
    private static final Logger LOG = LoggerFactory.getLogger(SweepWorker.class);
    private static final long ACQUIRE_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    private static final long MAX_WAIT_NANOS = Duration.ofMillis(50).toNanos();

    private final ShardOwnership ownership;
    private final LongSupplier nanos;
    private final Scheduler scheduler;
    private final int number;
    private final Map<ShardId, OwnedShard> ownedShards = new HashMap<>();
    private final Thread thread;
    private long acquiredNanos;
    private volatile boolean acquireNow = true;
    private volatile boolean stopping;

    /** A shard that this worker owns: its lease, its sweep and the backoff after a failure. */
    private static final class OwnedShard {
        private final ShardOwnership.ShardLease lease;
        private final ShardSweeper shardSweeper;
        private long pauseUntil;

        private OwnedShard(ShardOwnership.ShardLease lease, ShardSweeper shardSweeper, long now) {
            this.lease = lease;
            this.shardSweeper = shardSweeper;
            this.pauseUntil = now;
        }
    }

    /** @param scheduler assigns the shards to its workers, and opens and closes their sweeps */
    SweepWorker(Scheduler scheduler, int number, ShardOwnership ownership, LongSupplier nanos) {
        this.scheduler = scheduler;
        this.number = number;
        this.ownership = ownership;
        this.nanos = nanos;
        this.thread = new Thread(this::run, "schedule-" + number);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Makes the thread acquire new shards without waiting for the interval. */
    void acquireSoon() {
        acquireNow = true;
        wake();
    }

    void stop() {
        stopping = true;
        wake();
    }

    void await() throws InterruptedException {
        thread.join();
    }

    private void run() {
        while (!stopping) {
            long wait = runOnce();
            if (wait > 0 && !stopping) {
                LockSupport.parkNanos(wait);
            }
        }
        ownedShards.values().forEach(owned -> scheduler.closed(owned.shardSweeper));
    }

    /**
     * Acquires shards and sweeps those it owns. Called by the thread, or by tests without a thread.
     *
     * @return the number of nanoseconds after which there may be more to do
     */
    long runOnce() {
        try {
            acquire();
        } catch (RuntimeException | Error e) {
            LOG.warn("shards of the schedule could not be acquired; retrying", e);
        }
        long wait = MAX_WAIT_NANOS;
        for (OwnedShard owned : new ArrayList<>(ownedShards.values())) {
            wait = Math.min(wait, sweep(owned));
        }
        return wait;
    }

    private void acquire() {
        long now = nanos.getAsLong();
        if (!acquireNow && now - acquiredNanos < ACQUIRE_INTERVAL_NANOS) {
            return;
        }
        acquireNow = false;
        acquiredNanos = now;
        for (ShardId shard : scheduler.shardsOf(number)) {
            if (!ownedShards.containsKey(shard)) {
                try {
                    acquire(shard);
                } catch (RuntimeException | Error e) {
                    // It must not block the other shards.
                    LOG.warn("shard {} of the schedule could not be taken over; retrying", shard, e);
                }
            }
        }
    }

    private void acquire(ShardId shard) {
        ownership.acquire(shard).ifPresent(lease -> {
            ShardSweeper shardSweeper = scheduler.open(shard, lease.epoch(), this::wake);
            ownedShards.put(shard, new OwnedShard(lease, shardSweeper, nanos.getAsLong()));
        });
    }

    /**
     * Acquires all shards on the caller's thread before the start, or throws. If the store is overloaded, for example by a full disk, the
     * start continues so that reads are served, and the shards are acquired later.
     */
    void acquireAll() {
        try {
            for (ShardId shard : scheduler.shardsOf(number)) {
                acquireSurely(shard);
            }
        } catch (RuntimeException e) {
            if (!(Futures.unwrap(e) instanceof StoreException store) || !store.overloaded()) {
                throw e;
            }
            LOG.warn("shards of the schedule can't be taken over yet: no scheduled notification is sent until then", e);
        }
    }

    /** After a write with an unknown outcome the shard is acquired again, with the next epoch. */
    private void acquireSurely(ShardId shard) {
        for (int tried = 1; ; tried++) {
            try {
                acquire(shard);
                return;
            } catch (RuntimeException e) {
                if (tried == MAX_ACQUIRE_TRIES
                        || !(Futures.unwrap(e) instanceof StoreException store)
                        || store.reason() != StoreException.Reason.UNKNOWN_OUTCOME) {
                    throw e;
                }
            }
        }
    }

    private long sweep(OwnedShard owned) {
        long now = nanos.getAsLong();
        if (owned.pauseUntil - now > 0) {
            return owned.pauseUntil - now;
        }
        try {
            ownership.renew(owned.lease);
            return ownership.isFresh(owned.lease) ? owned.shardSweeper.runOnce() : 0;
        } catch (LostShardException lost) {
            LOG.warn("{}", lost.getMessage());
            drop(owned);
        } catch (RuntimeException | Error e) {
            if (!stopping) {
                LOG.warn("shard {} of the schedule could not be swept; retrying", owned.shardSweeper.shard(), e);
            }
            owned.pauseUntil = nanos.getAsLong() + PAUSE_NANOS;
            if (!isStoreFailure(e)) {
                // The state of the sweep is unknown: a new one starts at the cursor.
                drop(owned);
            }
        }
        return 0;
    }

    private static boolean isStoreFailure(Throwable failure) {
        Throwable cause = Futures.unwrap(failure);
        return cause instanceof StoreException || cause instanceof LogException;
    }

    private void drop(OwnedShard owned) {
        ownedShards.remove(owned.shardSweeper.shard());
        scheduler.closed(owned.shardSweeper);
    }
}
