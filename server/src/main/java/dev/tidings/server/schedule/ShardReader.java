package dev.tidings.server.schedule;

import dev.tidings.core.log.Stage;
import dev.tidings.server.schedule.ShardSweeper.SweeperDependencies;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * The reading half of a {@link ShardSweeper}: reads the rows of a shard slightly ahead of the clock, reads rows that writers hint at, and
 * rescans for rows written late. Each row is added once to the rows waiting to be sent. For one thread; {@link #hint} may be called by any.
 */
final class ShardReader {
    private static final int ENOUGH_WAITING = 5 * BucketReader.PAGE;
    private static final int MAX_WAITING = 50 * BucketReader.PAGE;
    private static final int MAX_HINTS = 1_000;
    private static final int MAX_IDS_PER_SECOND = 100_000;
    private static final int MAX_PAGES_PER_TURN = 8;
    private static final Duration CLOCK_BACK_TOLERANCE = Duration.ofSeconds(2);

    private final ScheduleTiming timing;
    private final Duration halfOfReadAhead;
    private final LongSupplier nanos;
    private final boolean shared;
    private final ScheduleMeters meters;
    private final ShardCursor cursor;
    private final DueQueue waiting;
    private final BucketReader buckets;
    private final BucketScan scan;
    private final SeenIds seenIds = new SeenIds(MAX_IDS_PER_SECOND);
    private final ReadPositions readPositions;
    private final List<LateRowScan> lateScans = new ArrayList<>();
    private final Queue<RowHint> hints = new ConcurrentLinkedQueue<>();
    /** Rows due before this may have been sent by a previous owner, or before the clock was set back. */
    private Instant maybeSentBefore;
    /** Whether a scan for late rows has more to read now. */
    private boolean scanningLate;

    ShardReader(ShardId shard, SweeperDependencies parts, ShardCursor cursor, Engine engine, DueQueue waiting) {
        this.timing = parts.timing();
        this.halfOfReadAhead = timing.readAhead().dividedBy(2);
        this.nanos = parts.nanos();
        this.shared = parts.shared();
        this.meters = parts.meters();
        this.cursor = cursor;
        this.waiting = waiting;
        this.maybeSentBefore = cursor.reach();
        this.buckets = new BucketReader(
                engine,
                shard,
                cursor,
                () -> parts.now().plus(timing.readAhead()).plus(timing.reachStep()));
        this.scan = new BucketScan(buckets, cursor.firedTo(), waiting, meters, this::take);
        Duration last = timing.lastScanDelay();
        this.readPositions = new ReadPositions(last);
        // Writes of older rows had ended when this process started.
        Instant oldestLateRow = parts.now().minus(last);
        Instant from = oldestLateRow.isAfter(cursor.firedTo()) ? oldestLateRow : cursor.firedTo();
        for (int i = 0; i < timing.lateScanDelays().size(); i++) {
            lateScans.add(new LateRowScan(buckets, seenIds, from, this::due, scan::isSkipped, this::takeLate));
        }
    }

    /** Reports a written row; rows that the scan has not reached yet are ignored, as it will find them. For any thread. */
    void hint(RowHint hint) {
        if (hint.at().isBefore(scan.readTo())) {
            hints.add(hint);
        }
    }

    /** The due time of the earliest hint that was not read yet; null if there is none. */
    Instant oldestHint() {
        return hints.stream().map(RowHint::at).min(Comparator.naturalOrder()).orElse(null);
    }

    /** Whether the clock was set back behind what was read ahead of it. */
    boolean isAheadOf(Instant now) {
        return now.plus(timing.readAhead()).plus(CLOCK_BACK_TOLERANCE).isBefore(scan.readTo());
    }

    /** Reads again from an earlier time. */
    void rewindTo(Instant to) {
        // Rows that were sent may be read and sent again.
        maybeSentBefore = cursor.reach().isAfter(maybeSentBefore) ? cursor.reach() : maybeSentBefore;
        // Skipped rows, and the unread rest of a bucket, may be even earlier.
        Instant from = ShardSweeper.earlier(to, scan.oldestUnread());
        if (from.isBefore(scan.readTo())) {
            scan.seek(from);
        }
        readPositions.clear();
        lateScans.forEach(lateScan -> lateScan.rewindTo(to));
    }

    void readHints() {
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
            return buckets.readAll(batch);
        } catch (RuntimeException e) {
            hints.addAll(batch);
            throw e;
        }
    }

    /** @param throttled whether due rows are held back: then more are read, to find due rows of other tenants */
    void readAhead(Instant now, boolean throttled) {
        scan.fetchSkipped(MAX_PAGES_PER_TURN);
        // Only when half of the read-ahead is used up; otherwise every iteration would read a little.
        if (scan.isAt(now.plus(halfOfReadAhead))) {
            return;
        }
        Instant target = now.plus(timing.readAhead());
        int max = throttled ? MAX_WAITING : ENOUGH_WAITING;
        for (int i = 0; i < MAX_PAGES_PER_TURN && !scan.isAt(target) && waiting.size() < max; i++) {
            scan.step(target);
        }
        readPositions.add(nanos.getAsLong(), scan.readTo());
    }

    void scanForLateRows(boolean throttled) {
        scanningLate = false;
        long at = nanos.getAsLong();
        if (waiting.size() > (throttled ? MAX_WAITING : BucketReader.PAGE)) {
            // Due rows have priority.
            return;
        }
        for (int i = 0; i < lateScans.size(); i++) {
            Instant until = readPositions.readTo(at, timing.lateScanDelays().get(i));
            if (until != null) {
                scanningLate |= lateScans.get(i).step(ShardSweeper.earlier(until, scan.fullyReadTo()));
            }
        }
    }

    /** Forgets the ids of rows that will not be scanned again. */
    void forgetScanned() {
        seenIds.forgetBefore(lastScannedTo());
    }

    /** Every row due before this was read, rows written late included; it may still wait to be sent. */
    Instant completeTo() {
        return ShardSweeper.earlier(lastScannedTo(), scan.oldestUnread());
    }

    private Instant lastScannedTo() {
        return lateScans.get(lateScans.size() - 1).scannedTo();
    }

    /** Whether there is more to read at once. */
    boolean hasMore() {
        return scanningLate || !hints.isEmpty();
    }

    boolean isIdle(Instant now) {
        return !hasMore() && scan.isAt(now.plus(halfOfReadAhead));
    }

    /** When to read ahead again; null if enough rows are waiting. */
    Instant nextRead() {
        return waiting.size() < ENOUGH_WAITING ? scan.readTo().minus(halfOfReadAhead) : null;
    }

    private void take(ScheduledNotificationRow row) {
        DueRow due = due(row);
        if (seenIds.add(due)) {
            waiting.add(due);
        }
    }

    private void takeLate(DueRow due) {
        if (seenIds.add(due)) {
            waiting.add(due);
            meters.lateRowFound();
        }
    }

    private DueRow due(ScheduledNotificationRow row) {
        return DueRow.of(row, row.scheduledAt().isBefore(maybeSentBefore) || shared && !isNotification(row));
    }

    /** A successor may send a row again once the lease of this process is over. Only routing notices if a record is that late. */
    private static boolean isNotification(ScheduledNotificationRow row) {
        Stage stage = DueRow.laneOf(row).lane().stage();
        return stage == Stage.ROUTE || stage == Stage.EXPAND;
    }
}
