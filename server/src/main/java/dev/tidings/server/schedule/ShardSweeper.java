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
 * Sweeps one shard while this process owns it: reads slightly ahead of the clock, appends rows to the log when they are due, scans again
 * for rows written late, and only then moves the cursor. For one thread, which calls {@link #turn}; others report new rows through
 * {@link #hint} and {@link #cursorGuard}.
 */
final class ShardSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(ShardSweeper.class);

    private static final int PAGE = 1_000;
    private static final int BATCH_SIZE = 1_000;
    /** A tenant and lane with more rows in memory is skipped; high enough that this does not happen before much is waiting. */
    private static final int MAX_PER_LINE = 8 * PAGE;

    private static final int ENOUGH_WAITING = 5 * PAGE;
    private static final int MAX_WAITING = 50 * PAGE;
    private static final int MAX_HINTS = 1_000;
    private static final int MAX_IDS_PER_SECOND = 100_000;
    private static final int PAGES_PER_TURN = 8;
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
    private final ReadPositions samples;
    private final List<LateRowScan> looks = new ArrayList<>();
    private final Queue<RowHint> hints = new ConcurrentLinkedQueue<>();
    /** Tenants and lanes that the log refused, and until when they are held back. */
    private final Map<TenantLane, Long> refused = new HashMap<>();

    private long refusedAllUntil;
    /** Rows due before this may have been sent by a previous owner, or before the clock was set back. */
    private Instant maybeSentBefore;

    private Instant lastSent = Instant.MIN;
    private long cursorMovedNanos;
    /** Whether due rows are held back because the log has no room. */
    private boolean throttled;
    /** Whether a repeated scan has more to read. */
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
        this.scan = new BucketScan(reader, cursor.firedTo(), MAX_PER_LINE, new BucketScan.DueRowSink() {
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
        this.samples = new ReadPositions(last);
        // Rows older than this were no longer being written when the process started.
        Instant lookFrom = now().minus(last);
        Instant from = lookFrom.isAfter(cursor.firedTo()) ? lookFrom : cursor.firedTo();
        for (int i = 0; i < timing.lateScanDelays().size(); i++) {
            looks.add(new LateRowScan(reader, seenIds, from, this::due, scan::isSkipped, this::foundLater));
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

    /** No row due at or after this has been read to be sent. */
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
     * Does the work that is due now.
     *
     * @return after how many nanoseconds there may be more
     */
    long turn() {
        Instant now = now();
        answers();
        followClockBack(now);
        readHints();
        read(now);
        send(now);
        look();
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

    private void answers() {
        for (DueDispatcher.DispatchResult answer = sending.pollResult();
                answer != null;
                answer = sending.pollResult()) {
            Instant now = now();
            for (DueRow due : answer.sent()) {
                meters.sent(Duration.between(due.at(), now));
            }
            meters.skipped(answer.skipped());
            answer.retry().forEach(waiting::add);
            if (answer.failure() != null) {
                refused(answer);
            }
        }
    }

    private void refused(DueDispatcher.DispatchResult answer) {
        meters.refused();
        long until = nanos.getAsLong() + RETRY_NANOS;
        boolean tenantOnly = answer.failure() instanceof LogException refusal
                && refusal.reason() == LogException.Reason.TENANT_BACKLOG;
        if (tenantOnly) {
            refused.put(answer.retry().get(0).tenantLane(), until);
        } else {
            refusedAllUntil = until;
            LOG.warn(
                    "{} scheduled records could not be appended to the log; retrying",
                    answer.retry().size(),
                    answer.failure());
        }
    }

    private void followClockBack(Instant now) {
        boolean back = now.plus(timing.readAhead()).plus(CLOCK_BACK_TOLERANCE).isBefore(scan.readTo());
        Instant to = cursorGuard
                .requestedPosition()
                .filter(wanted -> wanted.isBefore(now))
                .orElse(now);
        if (!back && cursorGuard.requestedPosition().isEmpty()) {
            return;
        }
        // Rows sent before the clock was set back may be read and sent again.
        maybeSentBefore = cursor.reach().isAfter(maybeSentBefore) ? cursor.reach() : maybeSentBefore;
        if (to.isBefore(cursor.firedTo())) {
            cursor.moveTo(to);
        }
        // Skipped rows, and the unread rest of a bucket, are behind it and still to be read.
        Instant from = earlier(to, scan.oldestUnread());
        if (from.isBefore(scan.readTo())) {
            scan.seek(from);
        }
        samples.clear();
        looks.forEach(look -> look.goBack(to));
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
        scan.fetchSkipped(PAGES_PER_TURN);
        Instant target = now.plus(timing.readAhead());
        // In larger steps than the clock advances, or it would read all the time.
        if (scan.isAt(now.plus(timing.readAhead().dividedBy(2)))) {
            return;
        }
        for (int i = 0; i < PAGES_PER_TURN && !scan.isAt(target) && mayRead(); i++) {
            scan.step(target);
        }
        samples.add(nanos.getAsLong(), scan.readTo());
    }

    /** While rows are held back it reads on, to find due rows of other tenants. */
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
            Map<TenantLane, List<DueRow>> batches = waiting.poll(now, BATCH_SIZE, this::mayGo);
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

    private boolean mayGo(TenantLane lane) {
        boolean mayGo = !refused.containsKey(lane) && sending.logHasCapacity(lane);
        throttled |= !mayGo;
        return mayGo;
    }

    private void look() {
        scanningLate = false;
        long at = nanos.getAsLong();
        if (waiting.size() > (throttled ? MAX_WAITING : PAGE)) {
            // Due rows go first.
            return;
        }
        for (int i = 0; i < looks.size(); i++) {
            Instant until = samples.readTo(at, timing.lateScanDelays().get(i));
            if (until != null) {
                scanningLate |= looks.get(i).step(earlier(until, scan.fullyReadTo()));
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
        seenIds.forgetBefore(looks.get(looks.size() - 1).scannedTo());
        // A writer gives its hint before it leaves the coverage.
        Instant to = earlier(cursorGuard.advance(settled()), oldestHint());
        if (to.isAfter(cursor.firedTo())) {
            cursor.moveTo(to);
        }
    }

    private Instant oldestHint() {
        return hints.stream().map(RowHint::at).min(Comparator.naturalOrder()).orElse(null);
    }

    /** Everything due before this is in the log, and no further row can appear. */
    private Instant settled() {
        Instant settled = looks.get(looks.size() - 1).scannedTo();
        settled = earlier(settled, scan.oldestUnread());
        settled = earlier(settled, waiting.oldest().orElse(null));
        return earlier(settled, sending.oldestInFlight());
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

    private void foundLater(DueRow due, boolean maybeSent) {
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
