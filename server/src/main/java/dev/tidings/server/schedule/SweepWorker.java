package dev.tidings.server.schedule;

import dev.tidings.core.log.LogException;
import dev.tidings.widecolumn.Answers;
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

/** A thread that sweeps some of the shards: those of its own that no other process has. */
final class SweepWorker {
    private static final Logger LOG = LoggerFactory.getLogger(SweepWorker.class);
    private static final long LOOK_FOR_SHARDS_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    private static final long LONGEST_WAIT_NANOS = Duration.ofMillis(50).toNanos();

    private final Ownership ownership;
    private final LongSupplier nanos;
    private final Function<SweepWorker, List<ShardId>> mine;
    private final Opening opening;
    private final Map<ShardId, Swept> swept = new HashMap<>();
    private final Thread thread;
    private long lookedNanos;
    private volatile boolean lookNow = true;
    private volatile boolean stopping;

    private static final class Swept {
        private final Ownership.Held held;
        private final Sweep sweep;
        private long pauseUntil;

        private Swept(Ownership.Held held, Sweep sweep, long now) {
            this.held = held;
            this.sweep = sweep;
            this.pauseUntil = now;
        }
    }

    /** Told of shards that this worker begins and ceases to sweep. */
    interface Opening {
        Sweep open(ShardId shard, long epoch, Runnable wake);

        void closed(Sweep sweep);
    }

    /** @param mine which of the shards there are now are this worker's; may block */
    SweepWorker(
            String name,
            Ownership ownership,
            LongSupplier nanos,
            Function<SweepWorker, List<ShardId>> mine,
            Opening opening) {
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

    /** There may be more shards. */
    void lookForShards() {
        lookNow = true;
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
        swept.values().forEach(one -> opening.closed(one.sweep));
    }

    /**
     * Does what is to be done now; for the thread itself, and for tests that have none.
     *
     * @return how many nanoseconds later there may be something again
     */
    long round() {
        try {
            acquire();
        } catch (RuntimeException | Error e) {
            LOG.warn("the shards of the schedule could not be looked for", e);
        }
        long wait = LONGEST_WAIT_NANOS;
        for (Swept one : new ArrayList<>(swept.values())) {
            wait = Math.min(wait, turn(one));
        }
        return wait;
    }

    private void acquire() {
        long now = nanos.getAsLong();
        if (!lookNow && now - lookedNanos < LOOK_FOR_SHARDS_NANOS) {
            return;
        }
        lookNow = false;
        lookedNanos = now;
        for (ShardId shard : mine.apply(this)) {
            if (!swept.containsKey(shard)) {
                try {
                    acquire(shard);
                } catch (RuntimeException | Error e) {
                    // The others are not to wait for it.
                    LOG.warn("shard {} of the schedule could not be taken over and will be tried again", shard, e);
                }
            }
        }
    }

    private void acquire(ShardId shard) {
        ownership.acquire(shard).ifPresent(held -> {
            Sweep sweep = opening.open(shard, held.epoch(), this::wake);
            swept.put(shard, new Swept(held, sweep, nanos.getAsLong()));
        });
    }

    /**
     * Before it is started, on the caller's thread: all of its shards, or an exception. Tables that take no writes for want of room
     * are no reason not to serve what is in them, and nothing can be scheduled in them either: the shards are looked for again.
     */
    void acquireFirst() {
        try {
            mine.apply(this).forEach(this::acquire);
        } catch (RuntimeException e) {
            if (!(Answers.cause(e) instanceof StoreException store) || !store.overloaded()) {
                throw e;
            }
            LOG.warn("the shards of the schedule can't be taken over yet: nothing that is scheduled is sent before", e);
        }
    }

    private long turn(Swept one) {
        long now = nanos.getAsLong();
        if (one.pauseUntil - now > 0) {
            return one.pauseUntil - now;
        }
        try {
            ownership.renew(one.held);
            return ownership.isFresh(one.held) ? one.sweep.turn() : 0;
        } catch (LostShardException lost) {
            LOG.warn("{}", lost.getMessage());
            drop(one);
        } catch (RuntimeException | Error e) {
            if (!stopping) {
                LOG.warn("shard {} of the schedule could not be swept and will be tried again", one.sweep.shard(), e);
            }
            one.pauseUntil = nanos.getAsLong() + PAUSE_NANOS;
            if (!isOfTheStore(e)) {
                // Nobody knows how far it got with what it had in its hands: another one begins at the cursor.
                drop(one);
            }
        }
        return 0;
    }

    private static boolean isOfTheStore(Throwable failure) {
        Throwable cause = Answers.cause(failure);
        return cause instanceof StoreException || cause instanceof LogException;
    }

    private void drop(Swept one) {
        swept.remove(one.sweep.shard());
        opening.closed(one.sweep);
    }
}
