package dev.tidings.server.schedule;

import dev.tidings.core.log.LogException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dispatching half of a {@link ShardSweeper}: sends waiting rows to the log when they are due, and holds back tenants and lanes with a
 * full backlog. Rows of a failed batch wait again. For one thread.
 */
final class DueDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DueDispatcher.class);
    private static final int BATCH_SIZE = 1_000;
    private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

    private final DueQueue waiting;
    private final BatchAppender appender;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final ScheduleMeters meters;
    private final LeftRows leftRows;
    /** Tenants and lanes that the log refused, and until when they are held back. */
    private final Map<TenantLane, Long> refused = new HashMap<>();

    private long refusedAllUntil;
    private boolean throttled;
    private Instant lastSent = Instant.MIN;

    DueDispatcher(
            DueQueue waiting,
            BatchAppender appender,
            InstantSource clock,
            LongSupplier nanos,
            ScheduleMeters meters,
            LeftRows leftRows) {
        this.waiting = waiting;
        this.appender = appender;
        this.clock = clock;
        this.nanos = nanos;
        this.meters = meters;
        this.leftRows = leftRows;
        this.refusedAllUntil = nanos.getAsLong();
    }

    /** Handles the results of the batches that have completed. */
    void handleResults() {
        for (BatchAppender.AppendResult result = appender.pollResult();
                result != null;
                result = appender.pollResult()) {
            Instant now = Instant.ofEpochMilli(clock.millis());
            for (DueRow due : result.sent()) {
                meters.sent(Duration.between(due.at(), now));
            }
            meters.skipped(result.skipped());
            result.left().forEach(leftRows::add);
            result.retry().forEach(waiting::add);
            if (result.failure() != null) {
                refused(result);
            }
        }
    }

    private void refused(BatchAppender.AppendResult result) {
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

    /** Starts to append the rows that are due, as far as the log has capacity. */
    void send(Instant now) {
        long at = nanos.getAsLong();
        refused.values().removeIf(until -> until - at <= 0);
        throttled = !refused.isEmpty();
        if (refusedAllUntil - at > 0) {
            throttled = true;
            return;
        }
        while (appender.hasCapacity()) {
            Map<TenantLane, List<DueRow>> batches = waiting.poll(now, BATCH_SIZE, this::maySend);
            if (batches.isEmpty()) {
                return;
            }
            for (List<DueRow> batch : batches.values()) {
                appender.send(batch);
                Instant last = batch.get(batch.size() - 1).at();
                lastSent = last.isAfter(lastSent) ? last : lastSent;
            }
        }
    }

    private boolean maySend(TenantLane lane) {
        boolean maySend = !refused.containsKey(lane) && appender.logHasCapacity(lane);
        throttled |= !maySend;
        return maySend;
    }

    /** Whether due rows are held back because the log is full or refused them. */
    boolean isThrottled() {
        return throttled;
    }

    /** Whether no further batch can be sent at the moment, due or not. */
    boolean isBlocked() {
        return throttled || !appender.hasCapacity();
    }

    /** Whether nothing is in flight, held back or due. */
    boolean isIdle(Instant now) {
        return appender.isIdle()
                && !throttled
                && waiting.oldest().filter(oldest -> !oldest.isAfter(now)).isEmpty();
    }

    /** The latest due time of the rows sent so far. */
    Instant lastSent() {
        return lastSent;
    }

    /** The earliest due time of a row that is not in the log yet; null if there is none. */
    Instant oldestUnsent() {
        Instant oldest = waiting.oldest().orElse(null);
        Instant inFlight = appender.oldestInFlight();
        return oldest == null ? inFlight : ShardSweeper.earlier(oldest, inFlight);
    }
}
