package dev.tidings.server.schedule;

import dev.tidings.core.log.LogException;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that sweeps the shards assigned to it that no other process owns. */
final class SweepWorker {
    private static final Logger LOG = LoggerFactory.getLogger(SweepWorker.class);
    private static final long ACQUIRE_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    private static final long MAX_WAIT_NANOS = Duration.ofMillis(50).toNanos();

    private final ShardOwnership ownership;
    private final LongSupplier nanos;
    private final Function<SweepWorker, List<ShardId>> mine;
    private final SweeperLifecycle opening;
    private final Map<ShardId, OwnedShard> swept = new HashMap<>();
    private final Thread thread;
    private long acquiredNanos;
    private volatile boolean acquireNow = true;
    private volatile boolean stopping;

    /** A shard that this worker owns: its lease, its sweep and the backoff after a failure. */
    private static final class OwnedShard {
        private final ShardOwnership.ShardLease held;
        private final ShardSweeper shardSweeper;
        private long pauseUntil;

        private OwnedShard(ShardOwnership.ShardLease held, ShardSweeper shardSweeper, long now) {
            this.held = held;
            this.shardSweeper = shardSweeper;
            this.pauseUntil = now;
        }
    }

    /** Opens and closes the sweeps of this worker's shards. */
    interface SweeperLifecycle {
        ShardSweeper open(ShardId shard, long epoch, Runnable wake);

        void closed(ShardSweeper shardSweeper);
    }

    /** @param mine lists the current shards of this worker; may block */
    SweepWorker(
            String name,
            ShardOwnership ownership,
            LongSupplier nanos,
            Function<SweepWorker, List<ShardId>> mine,
            SweeperLifecycle opening) {
        this.ownership = ownership;
        this.nanos = nanos;
        this.mine = mine;
        this.opening = opening;
        this.thread = new Thread(this::run, name);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Looks for new shards soon. */
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
            long wait = round();
            if (wait > 0 && !stopping) {
                LockSupport.parkNanos(wait);
            }
        }
        swept.values().forEach(owned -> opening.closed(owned.shardSweeper));
    }

    /**
     * Does the work that is due now; called by the thread, and by tests without one.
     *
     * @return after how many nanoseconds there may be more
     */
    long round() {
        try {
            acquire();
        } catch (RuntimeException | Error e) {
            LOG.warn("shards of the schedule could not be acquired; retrying", e);
        }
        long wait = MAX_WAIT_NANOS;
        for (OwnedShard owned : new ArrayList<>(swept.values())) {
            wait = Math.min(wait, turn(owned));
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
        for (ShardId shard : mine.apply(this)) {
            if (!swept.containsKey(shard)) {
                try {
                    acquire(shard);
                } catch (RuntimeException | Error e) {
                    // The other shards must not wait for it.
                    LOG.warn("shard {} of the schedule could not be taken over; retrying", shard, e);
                }
            }
        }
    }

    private void acquire(ShardId shard) {
        ownership.acquire(shard).ifPresent(held -> {
            ShardSweeper shardSweeper = opening.open(shard, held.epoch(), this::wake);
            swept.put(shard, new OwnedShard(held, shardSweeper, nanos.getAsLong()));
        });
    }

    /**
     * Acquires all shards on the caller's thread, before start, or throws. A full disk is no reason to refuse reads, and no new row can be
     * scheduled then either: the shards are acquired later.
     */
    void acquireAll() {
        try {
            mine.apply(this).forEach(this::acquire);
        } catch (RuntimeException e) {
            if (!(Futures.unwrap(e) instanceof StoreException store) || !store.overloaded()) {
                throw e;
            }
            LOG.warn("shards of the schedule can't be taken over yet: no scheduled notification is sent until then", e);
        }
    }

    private long turn(OwnedShard owned) {
        long now = nanos.getAsLong();
        if (owned.pauseUntil - now > 0) {
            return owned.pauseUntil - now;
        }
        try {
            ownership.renew(owned.held);
            return ownership.isFresh(owned.held) ? owned.shardSweeper.turn() : 0;
        } catch (LostShardException lost) {
            LOG.warn("{}", lost.getMessage());
            drop(owned);
        } catch (RuntimeException | Error e) {
            if (!stopping) {
                LOG.warn("shard {} of the schedule could not be swept; retrying", owned.shardSweeper.shard(), e);
            }
            owned.pauseUntil = nanos.getAsLong() + PAUSE_NANOS;
            if (!isStoreFailure(e)) {
                // Its progress is unknown: a new sweep starts at the cursor.
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
        swept.remove(owned.shardSweeper.shard());
        opening.closed(owned.shardSweeper);
    }
}
