package dev.tidings.server.schedule;

import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Sweeps one shard while this process owns it: reads slightly ahead of the clock, appends rows to the log when they are due, rescans for
 * rows written late, and only then moves the cursor. For one thread, which calls {@link #runOnce} in a loop; writers on other threads report
 * new rows through {@link #hint}, and hold the cursor back through {@link #cursorGuard}.
 */
final class ShardSweeper {
    private static final Duration CURSOR_INTERVAL = Duration.ofSeconds(1);
    private static final Duration IDLE_CURSOR_INTERVAL = Duration.ofMinutes(1);
    private static final long MAX_WAIT_NANOS = Duration.ofMillis(50).toNanos();
    private static final long THROTTLED_WAIT_NANOS = Duration.ofMillis(2).toNanos();

    private final ShardId shard;
    private final SweeperDependencies parts;
    private final ShardCursor cursor;
    private final CursorGuard cursorGuard;
    private final DueQueue waiting = new DueQueue();
    private final LeftRows leftRows = new LeftRows();
    private final ShardReader reader;
    private final DueDispatcher dispatcher;
    private long cursorMovedNanos;

    /**
     * The dependencies of a sweep.
     *
     * @param shared whether other processes sweep the same tables
     */
    record SweeperDependencies(
            ScheduleTiming timing, InstantSource clock, LongSupplier nanos, boolean shared, ScheduleMeters meters) {
        /** In whole milliseconds, as due times are stored. */
        Instant now() {
            return Instant.ofEpochMilli(clock.millis());
        }
    }

    ShardSweeper(ShardId shard, SweeperDependencies parts, ShardCursor cursor, BatchAppender appender, Engine engine) {
        this.shard = shard;
        this.parts = parts;
        this.cursor = cursor;
        this.cursorGuard = new CursorGuard(cursor.firedTo());
        this.reader = new ShardReader(shard, parts, cursor, engine, waiting);
        this.dispatcher = new DueDispatcher(waiting, appender, parts.clock(), parts.nanos(), parts.meters(), leftRows);
        this.cursorMovedNanos = parts.nanos().getAsLong();
    }

    ShardId shard() {
        return shard;
    }

    CursorGuard cursorGuard() {
        return cursorGuard;
    }

    /** The end of the range read to be sent: no row due at or after this time has been. */
    Instant reach() {
        return cursor.reach();
    }

    /** Reports a written row that the sweep may have missed. For any thread. */
    void hint(RowHint hint) {
        reader.hint(hint);
    }

    /**
     * Runs one iteration of the sweep: does all work that is due now.
     *
     * @return the number of nanoseconds after which there may be more
     */
    long runOnce() {
        Instant now = parts.now();
        dispatcher.handleResults();
        rewindIfNeeded(now);
        reader.readHints();
        reader.readAhead(now, dispatcher.isThrottled());
        dispatcher.send(now);
        reader.scanForLateRows(dispatcher.isThrottled());
        moveCursor();
        parts.meters().state(shard, waiting.size(), overdue(now), Duration.between(cursor.firedTo(), now));
        return waitNanos();
    }

    /** Whether there is nothing to do as long as time stands still. For the sweeping thread. */
    boolean isIdle() {
        Instant now = parts.now();
        return dispatcher.isIdle(now) && reader.isIdle(now);
    }

    /** Reads again from an earlier time if the clock was set back or a writer has a row due before the cursor. */
    private void rewindIfNeeded(Instant now) {
        Optional<Instant> requested = cursorGuard.requestedPosition();
        if (requested.isEmpty() && !reader.isAheadOf(now)) {
            return;
        }
        Instant to = requested.filter(at -> at.isBefore(now)).orElse(now);
        if (to.isBefore(cursor.firedTo())) {
            cursor.moveTo(to);
        }
        reader.rewindTo(to);
        cursorGuard.movedBack(cursor.firedTo());
    }

    private void moveCursor() {
        long at = parts.nanos().getAsLong();
        Duration every = dispatcher.lastSent().isBefore(cursor.firedTo()) ? IDLE_CURSOR_INTERVAL : CURSOR_INTERVAL;
        if (at - cursorMovedNanos < every.toNanos()) {
            return;
        }
        cursorMovedNanos = at;
        reader.forgetScanned();
        // A writer reports its hint before it calls endWrite.
        Instant to = earlier(cursorGuard.advance(watermark()), reader.oldestHint());
        if (to.isAfter(cursor.firedTo())) {
            cursor.moveTo(to);
        }
    }

    /** The watermark: everything due before it is in the log, rows written late included. No row before it is of a newer version. */
    private Instant watermark() {
        return earlier(earlier(reader.completeTo(), dispatcher.oldestUnsent()), leftRows.oldest(parts.now()));
    }

    /** @param b null if there is none */
    static Instant earlier(Instant a, Instant b) {
        return b != null && b.isBefore(a) ? b : a;
    }

    private Duration overdue(Instant now) {
        Instant oldest = waiting.oldest().orElse(now);
        return oldest.isBefore(now) ? Duration.between(oldest, now) : Duration.ZERO;
    }

    private long waitNanos() {
        if (reader.hasMore()) {
            return 0;
        }
        if (dispatcher.isBlocked()) {
            return THROTTLED_WAIT_NANOS;
        }
        Instant now = parts.clock().instant();
        Instant next = earlier(now.plusNanos(MAX_WAIT_NANOS), waiting.oldest().orElse(null));
        next = earlier(next, reader.nextRead());
        return Math.max(0, Duration.between(now, next).toNanos());
    }
}
