package dev.tidings.server.schedule;

import dev.tidings.core.log.LogException;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps one shard while this process owns it: reads slightly ahead of the clock, appends rows to the log when they are due, rescans for
 * rows written late, and only then moves the cursor. For one thread, which calls {@link #runOnce} in a loop; writers on other threads report
 * new rows through {@link #hint}, and hold the cursor back through {@link #cursorGuard}.
 */
final class ShardSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(ShardSweeper.class);

    private static final int PAGE = 1_000;
    private static final int BATCH_SIZE = 1_000;
    /** Further rows of a tenant and lane with this many rows in memory are skipped, and fetched later. */
    private static final int MAX_ROWS_PER_LANE = 8 * PAGE;

    private static final int ENOUGH_WAITING = 5 * PAGE;
    private static final int MAX_WAITING = 50 * PAGE;
    private static final int MAX_HINTS = 1_000;
    private static final int MAX_IDS_PER_SECOND = 100_000;
    private static final int MAX_PAGES_PER_TURN = 8;
    private static final Duration CLOCK_BACK_TOLERANCE = Duration.ofSeconds(2);
    private static final Duration CURSOR_INTERVAL = Duration.ofSeconds(1);
    private static final Duration IDLE_CURSOR_INTERVAL = Duration.ofMinutes(1);
    private static final long MAX_WAIT_NANOS = Duration.ofMillis(50).toNanos();
    private static final long THROTTLED_WAIT_NANOS = Duration.ofMillis(2).toNanos();
    private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

    private final ShardId shard;
    private final ScheduleTiming timing;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final boolean shared;
    private final ShardCursor cursor;
    private final CursorGuard cursorGuard;
    private final BucketReader reader;
    private final DueDispatcher sending;
    private final ScheduleMeters meters;
    private final BucketScan scan;
    private final SeenIds seenIds = new SeenIds(MAX_IDS_PER_SECOND);
    private final DueQueue waiting = new DueQueue();
    private final ReadPositions readPositions;
    private final List<LateRowScan> lateScans = new ArrayList<>();
    private final Queue<RowHint> hints = new ConcurrentLinkedQueue<>();
    /** Tenants and lanes that the log refused, and until when they are held back. */
    private final Map<TenantLane, Long> refused = new HashMap<>();

    private long refusedAllUntil;
    /** Rows due before this may have been sent by a previous owner, or before the clock was set back. */
    private Instant maybeSentBefore;

    private Instant lastSent = Instant.MIN;
    private long cursorMovedNanos;
    /** Whether due rows are held back because the log is full or refused them. */
    private boolean throttled;
    /** Whether a scan for late rows has more to read now. */
    private boolean scanningLate;

    /** The key of a written row that this sweep may have missed. */
    record RowHint(Instant at, UUID id) {}

    /** The dependencies of a sweep. */
    record SweeperDependencies(
            ScheduleTiming timing, InstantSource clock, LongSupplier nanos, boolean shared, ScheduleMeters meters) {}

    ShardSweeper(ShardId shard, SweeperDependencies parts, ShardCursor cursor, DueDispatcher sending, Engine engine) {
        this.shard = shard;
        this.timing = parts.timing();
        this.clock = parts.clock();
        this.nanos = parts.nanos();
        this.shared = parts.shared();
        this.meters = parts.meters();
        this.cursor = cursor;
        this.sending = sending;
        this.cursorGuard = new CursorGuard(cursor.firedTo());
        this.reader = new BucketReader(
                engine,
                shard,
                cursor,
                PAGE,
                () -> now().plus(timing.readAhead()).plus(timing.reachStep()));
        this.maybeSentBefore = cursor.reach();
        this.scan = new BucketScan(reader, cursor.firedTo(), MAX_ROWS_PER_LANE, new BucketScan.DueRowSink() {
            @Override
            public void take(ScheduledNotificationRow row) {
                ShardSweeper.this.take(row);
            }

            @Override
            public int waiting(TenantLane lane) {
                return waiting.sizeOf(lane);
            }

            @Override
            public void bucket(long rows) {
                meters.bucket(rows);
            }
        });
        Duration last = timing.lastScanDelay();
        this.readPositions = new ReadPositions(last);
        // Writes of older rows had ended when this process started.
        Instant oldestLateRow = now().minus(last);
        Instant from = oldestLateRow.isAfter(cursor.firedTo()) ? oldestLateRow : cursor.firedTo();
        for (int i = 0; i < timing.lateScanDelays().size(); i++) {
            lateScans.add(new LateRowScan(reader, seenIds, from, this::due, scan::isSkipped, this::addLateRow));
        }
        this.cursorMovedNanos = nanos.getAsLong();
        this.refusedAllUntil = cursorMovedNanos;
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

    /** Reports a written row; rows that the scan has not reached yet are ignored, as it will find them. For any thread. */
    void hint(Instant at, UUID id) {
        if (at.isBefore(scan.readTo())) {
            hints.add(new RowHint(at, id));
        }
    }

    /**
     * Runs one iteration of the sweep: does all work that is due now.
     *
     * @return the number of nanoseconds after which there may be more
     */
    long runOnce() {
        Instant now = now();
        handleResults();
        rewindIfNeeded(now);
        readHints();
        read(now);
        send(now);
        scanForLateRows();
        moveCursor();
        meters.state(shard, waiting.size(), overdue(now), Duration.between(cursor.firedTo(), now));
        return waitNanos();
    }

    /** Whether there is nothing to do as long as time stands still. For the sweeping thread. */
    boolean isIdle() {
        return sending.isIdle()
                && hints.isEmpty()
                && !scanningLate
                && !throttled
                && scan.isAt(now().plus(timing.readAhead().dividedBy(2)))
                && waiting.oldest().filter(oldest -> !oldest.isAfter(now())).isEmpty();
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    private void handleResults() {
        for (DueDispatcher.DispatchResult result = sending.pollResult();
                result != null;
                result = sending.pollResult()) {
            Instant now = now();
            for (DueRow due : result.sent()) {
                meters.sent(Duration.between(due.at(), now));
            }
            meters.skipped(result.skipped());
            result.retry().forEach(waiting::add);
            if (result.failure() != null) {
                refused(result);
            }
        }
    }

    private void refused(DueDispatcher.DispatchResult result) {
        meters.refused();
        long until = nanos.getAsLong() + RETRY_NANOS;
        boolean tenantOnly = result.failure() instanceof LogException refusal
                && refusal.reason() == LogException.Reason.TENANT_BACKLOG;
        if (tenantOnly) {
            refused.put(result.retry().get(0).tenantLane(), until);
        } else {
            refusedAllUntil = until;
            LOG.warn(
                    "{} scheduled records could not be appended to the log; retrying",
                    result.retry().size(),
                    result.failure());
        }
    }

    /** Reads again from an earlier time if the clock was set back or a writer has a row due before the cursor. */
    private void rewindIfNeeded(Instant now) {
        boolean back = now.plus(timing.readAhead()).plus(CLOCK_BACK_TOLERANCE).isBefore(scan.readTo());
        Instant to = cursorGuard
                .requestedPosition()
                .filter(requested -> requested.isBefore(now))
                .orElse(now);
        if (!back && cursorGuard.requestedPosition().isEmpty()) {
            return;
        }
        // Rows sent before the clock was set back may be read and sent again.
        maybeSentBefore = cursor.reach().isAfter(maybeSentBefore) ? cursor.reach() : maybeSentBefore;
        if (to.isBefore(cursor.firedTo())) {
            cursor.moveTo(to);
        }
        // Skipped rows, and the unread rest of a bucket, may be even earlier.
        Instant from = earlier(to, scan.oldestUnread());
        if (from.isBefore(scan.readTo())) {
            scan.seek(from);
        }
        readPositions.clear();
        lateScans.forEach(lateScan -> lateScan.rewindTo(to));
        cursorGuard.movedBack(cursor.firedTo());
    }

    private void readHints() {
        List<RowHint> batch = new ArrayList<>();
        while (batch.size() < MAX_HINTS && !hints.isEmpty()) {
            batch.add(hints.poll());
        }
        for (ScheduledNotificationRow row : readHinted(batch)) {
            if (scan.isSkipped(row) || scan.willRead(row)) {
                continue;
            }
            if (seenIds.isExact(row.scheduledAt())) {
                take(row);
            } else {
                waiting.add(due(row).asRedelivered());
            }
        }
    }

    private List<ScheduledNotificationRow> readHinted(List<RowHint> batch) {
        try {
            return reader.readAll(batch);
        } catch (RuntimeException e) {
            hints.addAll(batch);
            throw e;
        }
    }

    private void read(Instant now) {
        scan.fetchSkipped(MAX_PAGES_PER_TURN);
        Instant target = now.plus(timing.readAhead());
        // Only when half of the read-ahead is used up; otherwise every iteration would read a little.
        if (scan.isAt(now.plus(timing.readAhead().dividedBy(2)))) {
            return;
        }
        for (int i = 0; i < MAX_PAGES_PER_TURN && !scan.isAt(target) && mayRead(); i++) {
            scan.step(target);
        }
        readPositions.add(nanos.getAsLong(), scan.readTo());
    }

    /** While rows are held back, more are read, to find due rows of other tenants. */
    private boolean mayRead() {
        return waiting.size() < (throttled ? MAX_WAITING : ENOUGH_WAITING);
    }

    private void send(Instant now) {
        long at = nanos.getAsLong();
        refused.values().removeIf(until -> until - at <= 0);
        throttled = !refused.isEmpty();
        if (refusedAllUntil - at > 0) {
            throttled = true;
            return;
        }
        while (sending.hasCapacity()) {
            Map<TenantLane, List<DueRow>> batches = waiting.poll(now, BATCH_SIZE, this::maySend);
            if (batches.isEmpty()) {
                return;
            }
            for (List<DueRow> batch : batches.values()) {
                sending.send(batch);
                Instant last = batch.get(batch.size() - 1).at();
                lastSent = last.isAfter(lastSent) ? last : lastSent;
            }
        }
    }

    private boolean maySend(TenantLane lane) {
        boolean maySend = !refused.containsKey(lane) && sending.logHasCapacity(lane);
        throttled |= !maySend;
        return maySend;
    }

    private void scanForLateRows() {
        scanningLate = false;
        long at = nanos.getAsLong();
        if (waiting.size() > (throttled ? MAX_WAITING : PAGE)) {
            // Due rows have priority.
            return;
        }
        for (int i = 0; i < lateScans.size(); i++) {
            Instant until = readPositions.readTo(at, timing.lateScanDelays().get(i));
            if (until != null) {
                scanningLate |= lateScans.get(i).step(earlier(until, scan.fullyReadTo()));
            }
        }
    }

    private void moveCursor() {
        long at = nanos.getAsLong();
        Duration every = lastSent.isBefore(cursor.firedTo()) ? IDLE_CURSOR_INTERVAL : CURSOR_INTERVAL;
        if (at - cursorMovedNanos < every.toNanos()) {
            return;
        }
        cursorMovedNanos = at;
        seenIds.forgetBefore(lateScans.get(lateScans.size() - 1).scannedTo());
        // A writer reports its hint before it calls endWrite.
        Instant to = earlier(cursorGuard.advance(watermark()), oldestHint());
        if (to.isAfter(cursor.firedTo())) {
            cursor.moveTo(to);
        }
    }

    private Instant oldestHint() {
        return hints.stream().map(RowHint::at).min(Comparator.naturalOrder()).orElse(null);
    }

    /** The watermark: everything due before it is in the log, rows written late included. */
    private Instant watermark() {
        Instant watermark = lateScans.get(lateScans.size() - 1).scannedTo();
        watermark = earlier(watermark, scan.oldestUnread());
        watermark = earlier(watermark, waiting.oldest().orElse(null));
        return earlier(watermark, sending.oldestInFlight());
    }

    private static Instant earlier(Instant a, Instant b) {
        return b != null && b.isBefore(a) ? b : a;
    }

    private void take(ScheduledNotificationRow row) {
        DueRow due = due(row);
        if (seenIds.add(due)) {
            waiting.add(due);
        }
    }

    private void addLateRow(DueRow due, boolean maybeSent) {
        if (seenIds.add(due)) {
            waiting.add(maybeSent ? due.asRedelivered() : due);
            meters.lateRowFound();
        }
    }

    private DueRow due(ScheduledNotificationRow row) {
        return new DueRow(
                row.scheduledAt(),
                row.notificationId(),
                DueRow.line(row),
                row.version(),
                Boolean.TRUE.equals(row.changed()),
                row.record(),
                shared || row.scheduledAt().isBefore(maybeSentBefore));
    }

    private Duration overdue(Instant now) {
        Instant oldest = waiting.oldest().orElse(now);
        return oldest.isBefore(now) ? Duration.between(oldest, now) : Duration.ZERO;
    }

    private long waitNanos() {
        if (scanningLate || !hints.isEmpty()) {
            return 0;
        }
        if (throttled || !sending.hasCapacity()) {
            return THROTTLED_WAIT_NANOS;
        }
        Instant now = clock.instant();
        Instant next = earlier(now.plusNanos(MAX_WAIT_NANOS), waiting.oldest().orElse(null));
        if (mayRead()) {
            next = earlier(next, scan.readTo().minus(timing.readAhead().dividedBy(2)));
        }
        return Math.max(0, Duration.between(now, next).toNanos());
    }
}
