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
 * Sends what falls due in one shard, as long as this process owns it. It reads a little ahead of the clock, sends when it is due, looks
 * again later for what was written late, and only then moves the cursor. For one thread, which calls {@link #turn}; others may tell
 * it of rows through {@link #hint} and {@link #coverage}.
 */
final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    private static final int PAGE = 1_000;
    private static final int HANDFUL = 1_000;
    /** A line with more than that read is passed over; not so few that it happens before all that waits is much. */
    private static final int MOST_OF_LINE = 8 * PAGE;

    private static final int ENOUGH_WAITING = 5 * PAGE;
    private static final int MOST_WAITING = 50 * PAGE;
    private static final int MOST_HINTS = 1_000;
    private static final int MOST_IDS_OF_A_SECOND = 100_000;
    private static final int PAGES_IN_A_TURN = 8;
    private static final Duration CLOCK_WENT_BACK = Duration.ofSeconds(2);
    private static final Duration CURSOR_EVERY = Duration.ofSeconds(1);
    private static final Duration IDLE_CURSOR_EVERY = Duration.ofMinutes(1);
    private static final long LONGEST_WAIT_NANOS = Duration.ofMillis(50).toNanos();
    private static final long PACED_WAIT_NANOS = Duration.ofMillis(2).toNanos();
    private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

    private final ShardId shard;
    private final ScheduleTiming timing;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final boolean shared;
    private final ShardCursor cursor;
    private final Coverage coverage;
    private final BucketReader reader;
    private final Sending sending;
    private final ScheduleMeters meters;
    private final Scan scan;
    private final Taken taken = new Taken(MOST_IDS_OF_A_SECOND);
    private final DueQueue waiting = new DueQueue();
    private final Samples samples;
    private final List<LaterLook> looks = new ArrayList<>();
    private final Queue<Hint> hints = new ConcurrentLinkedQueue<>();
    /** What the log has no room for, and until when that is taken for granted. */
    private final Map<Line, Long> refused = new HashMap<>();

    private long refusedAllUntil;
    /** Before this, somebody else may have sent what is sent now. */
    private Instant suspectUntil;

    private Instant lastSent = Instant.MIN;
    private long cursorMovedNanos;
    /** Whether something is due for which the log has no room. */
    private boolean paced;
    /** Whether a later look has not come to the end of what it may look at. */
    private boolean looking;

    /** That a row was written which this shard may have missed. */
    record Hint(Instant at, UUID id) {}

    /** What a sweep works with. */
    record Parts(
            ScheduleTiming timing, InstantSource clock, LongSupplier nanos, boolean shared, ScheduleMeters meters) {}

    Sweep(ShardId shard, Parts parts, ShardCursor cursor, Sending sending, Engine engine) {
        this.shard = shard;
        this.timing = parts.timing();
        this.clock = parts.clock();
        this.nanos = parts.nanos();
        this.shared = parts.shared();
        this.meters = parts.meters();
        this.cursor = cursor;
        this.sending = sending;
        this.coverage = new Coverage(cursor.firedTo());
        this.reader = new BucketReader(
                engine,
                shard,
                cursor,
                PAGE,
                () -> now().plus(timing.readAhead()).plus(timing.reachStep()));
        this.suspectUntil = cursor.reach();
        this.scan = new Scan(reader, cursor.firedTo(), MOST_OF_LINE, new Scan.Intake() {
            @Override
            public void take(ScheduledNotificationRow row) {
                Sweep.this.take(row);
            }

            @Override
            public int waiting(Line line) {
                return waiting.sizeOf(line);
            }

            @Override
            public void bucket(long rows) {
                meters.bucket(rows);
            }
        });
        Duration last = timing.lastLook();
        this.samples = new Samples(last);
        // What is older than this was not being written when the process started.
        Instant lookFrom = now().minus(last);
        Instant from = lookFrom.isAfter(cursor.firedTo()) ? lookFrom : cursor.firedTo();
        for (int i = 0; i < timing.looks().size(); i++) {
            looks.add(new LaterLook(reader, taken, from, this::due, scan::passedOver, this::foundLater));
        }
        this.cursorMovedNanos = nanos.getAsLong();
        this.refusedAllUntil = cursorMovedNanos;
    }

    ShardId shard() {
        return shard;
    }

    Coverage coverage() {
        return coverage;
    }

    /** Nothing due at or after this has been read to be sent. */
    Instant reach() {
        return cursor.reach();
    }

    /** Says that a row was written. Whatever the scan has not passed yet, it will find by itself. For any thread. */
    void hint(Instant at, UUID id) {
        if (at.isBefore(scan.readTo())) {
            hints.add(new Hint(at, id));
        }
    }

    /**
     * Does what is to be done now.
     *
     * @return how many nanoseconds later there may be something again
     */
    long turn() {
        Instant now = now();
        answers();
        goBackIfTheClockDid(now);
        hinted();
        read(now);
        send(now);
        look();
        moveCursor();
        meters.state(shard, waiting.size(), overdue(now), Duration.between(cursor.firedTo(), now));
        return waitNanos();
    }

    /** Whether there is nothing to be done as long as time stands still. For the thread that takes the turns. */
    boolean isIdle() {
        return sending.isIdle()
                && hints.isEmpty()
                && !looking
                && !paced
                && scan.isAt(now().plus(timing.readAhead().dividedBy(2)))
                && waiting.oldest().filter(oldest -> !oldest.isAfter(now())).isEmpty();
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    private void answers() {
        for (Sending.Answer answer = sending.answer(); answer != null; answer = sending.answer()) {
            Instant now = now();
            for (Due due : answer.sent()) {
                meters.sent(Duration.between(due.at(), now));
            }
            meters.skipped(answer.skipped());
            answer.again().forEach(waiting::add);
            if (answer.failure() != null) {
                refused(answer);
            }
        }
    }

    private void refused(Sending.Answer answer) {
        meters.refused();
        long until = nanos.getAsLong() + RETRY_NANOS;
        boolean tenantOnly = answer.failure() instanceof LogException refusal
                && refusal.reason() == LogException.Reason.TENANT_BACKLOG;
        if (tenantOnly) {
            refused.put(answer.again().get(0).line(), until);
        } else {
            refusedAllUntil = until;
            LOG.warn(
                    "{} scheduled records could not be sent and will be tried again",
                    answer.again().size(),
                    answer.failure());
        }
    }

    private void goBackIfTheClockDid(Instant now) {
        boolean back = now.plus(timing.readAhead()).plus(CLOCK_WENT_BACK).isBefore(scan.readTo());
        Instant to = coverage.wanted().filter(wanted -> wanted.isBefore(now)).orElse(now);
        if (!back && coverage.wanted().isEmpty()) {
            return;
        }
        // What was sent before the clock went back may be read, and sent, once more.
        suspectUntil = cursor.reach().isAfter(suspectUntil) ? cursor.reach() : suspectUntil;
        if (to.isBefore(cursor.firedTo())) {
            cursor.moveTo(to);
        }
        // What it has passed over, or not yet read of a bucket, is behind it and still to be read.
        Instant from = earlier(to, scan.oldestUnread());
        if (from.isBefore(scan.readTo())) {
            scan.jump(from);
        }
        samples.clear();
        looks.forEach(look -> look.goBack(to));
        coverage.goneBack(cursor.firedTo());
    }

    private void hinted() {
        List<Hint> some = new ArrayList<>();
        while (some.size() < MOST_HINTS && !hints.isEmpty()) {
            some.add(hints.poll());
        }
        for (ScheduledNotificationRow row : readHinted(some)) {
            if (scan.passedOver(row) || scan.willRead(row)) {
                continue;
            }
            if (taken.certain(row.scheduledAt())) {
                take(row);
            } else {
                waiting.add(due(row).again());
            }
        }
    }

    private List<ScheduledNotificationRow> readHinted(List<Hint> some) {
        try {
            return reader.readAll(some);
        } catch (RuntimeException e) {
            hints.addAll(some);
            throw e;
        }
    }

    private void read(Instant now) {
        scan.fetchPassedOver(PAGES_IN_A_TURN);
        Instant target = now.plus(timing.readAhead());
        // In larger steps than the clock makes, or it would read all the time.
        if (scan.isAt(now.plus(timing.readAhead().dividedBy(2)))) {
            return;
        }
        for (int i = 0; i < PAGES_IN_A_TURN && !scan.isAt(target) && mayRead(); i++) {
            scan.step(target);
        }
        samples.add(nanos.getAsLong(), scan.readTo());
    }

    /** While nothing can be sent, it goes on reading, to find out who else has something due. */
    private boolean mayRead() {
        return waiting.size() < (paced ? MOST_WAITING : ENOUGH_WAITING);
    }

    private void send(Instant now) {
        long at = nanos.getAsLong();
        refused.values().removeIf(until -> until - at <= 0);
        paced = !refused.isEmpty();
        if (refusedAllUntil - at > 0) {
            paced = true;
            return;
        }
        while (sending.hasRoom()) {
            Map<Line, List<Due>> handfuls = waiting.poll(now, HANDFUL, this::mayGo);
            if (handfuls.isEmpty()) {
                return;
            }
            for (List<Due> handful : handfuls.values()) {
                sending.send(handful);
                Instant last = handful.get(handful.size() - 1).at();
                lastSent = last.isAfter(lastSent) ? last : lastSent;
            }
        }
    }

    private boolean mayGo(Line line) {
        boolean mayGo = !refused.containsKey(line) && sending.logHasRoom(line);
        paced |= !mayGo;
        return mayGo;
    }

    private void look() {
        looking = false;
        long at = nanos.getAsLong();
        if (waiting.size() > (paced ? MOST_WAITING : PAGE)) {
            // What is due goes first.
            return;
        }
        for (int i = 0; i < looks.size(); i++) {
            Instant until = samples.readTo(at, timing.looks().get(i));
            if (until != null) {
                looking |= looks.get(i).step(earlier(until, scan.readWholly()));
            }
        }
    }

    private void moveCursor() {
        long at = nanos.getAsLong();
        Duration every = lastSent.isBefore(cursor.firedTo()) ? IDLE_CURSOR_EVERY : CURSOR_EVERY;
        if (at - cursorMovedNanos < every.toNanos()) {
            return;
        }
        cursorMovedNanos = at;
        taken.forgetBefore(looks.get(looks.size() - 1).lookedTo());
        // Whoever leaves the coverage has given its hint before.
        Instant to = earlier(coverage.advance(settled()), oldestHint());
        if (to.isAfter(cursor.firedTo())) {
            cursor.moveTo(to);
        }
    }

    private Instant oldestHint() {
        return hints.stream().map(Hint::at).min(Comparator.naturalOrder()).orElse(null);
    }

    /** Before this everything is in the log, and nothing can turn up any more. */
    private Instant settled() {
        Instant settled = looks.get(looks.size() - 1).lookedTo();
        settled = earlier(settled, scan.oldestUnread());
        settled = earlier(settled, waiting.oldest().orElse(null));
        return earlier(settled, sending.oldest());
    }

    private static Instant earlier(Instant a, Instant b) {
        return b != null && b.isBefore(a) ? b : a;
    }

    private void take(ScheduledNotificationRow row) {
        Due due = due(row);
        if (taken.add(due)) {
            waiting.add(due);
        }
    }

    private void foundLater(Due due, boolean perhapsSent) {
        if (taken.add(due)) {
            waiting.add(perhapsSent ? due.again() : due);
            meters.foundLater();
        }
    }

    private Due due(ScheduledNotificationRow row) {
        return new Due(
                row.scheduledAt(),
                row.notificationId(),
                Due.line(row),
                row.version(),
                Boolean.TRUE.equals(row.changed()),
                row.record(),
                shared || row.scheduledAt().isBefore(suspectUntil));
    }

    private Duration overdue(Instant now) {
        Instant oldest = waiting.oldest().orElse(now);
        return oldest.isBefore(now) ? Duration.between(oldest, now) : Duration.ZERO;
    }

    private long waitNanos() {
        if (looking || !hints.isEmpty()) {
            return 0;
        }
        if (paced || !sending.hasRoom()) {
            return PACED_WAIT_NANOS;
        }
        Instant now = clock.instant();
        Instant next =
                earlier(now.plusNanos(LONGEST_WAIT_NANOS), waiting.oldest().orElse(null));
        if (mayRead()) {
            next = earlier(next, scan.readTo().minus(timing.readAhead().dividedBy(2)));
        }
        return Math.max(0, Duration.between(now, next).toNanos());
    }
}
