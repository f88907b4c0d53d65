package dev.tidings.server.schedule;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.widecolumn.Futures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Appends records to the log, and those refused because a backlog is full to the delay queue, which appends them some seconds later. So
 * back-pressure of one tenant and lane blocks neither the worker nor the other records of its batch. Other failures are passed on.
 */
public final class SpillingLog {
    private static final Duration MIN_DELAY = Duration.ofSeconds(5);
    private static final Duration JITTER = Duration.ofSeconds(10);

    private final Log log;
    private final DelayQueue later;
    private final Supplier<UUID> ids;
    private final InstantSource clock;
    private final Random random = new Random();

    /** @param ids creates UUIDv7s */
    public SpillingLog(Log log, DelayQueue later, Supplier<UUID> ids, InstantSource clock) {
        this.log = log;
        this.later = later;
        this.ids = ids;
        this.clock = clock;
    }

    /** Durable when it completes, in the log or in the schedule. */
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        // The entries of a tenant and lane are accepted or refused together.
        Map<TenantLane, List<LogEntry>> shares = new LinkedHashMap<>();
        for (LogEntry entry : entries) {
            shares.computeIfAbsent(new TenantLane(entry.tenant(), entry.lane()), lane -> new ArrayList<>())
                    .add(entry);
        }
        return CompletableFuture.allOf(
                shares.values().stream().map(this::appendShare).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> appendShare(List<LogEntry> entries) {
        return log.append(entries)
                .handle((durable, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    return isBacklogFull(Futures.unwrap(failure))
                            ? later.addRecords(entries.stream().map(this::spill).toList())
                            : CompletableFuture.<Void>failedFuture(failure);
                })
                .thenCompose(end -> end);
    }

    /** Marked as redelivered: the caller may crash after the spill and append the same record again. */
    private DelayedRecord spill(LogEntry entry) {
        Duration delay = MIN_DELAY.plusMillis(random.nextLong(JITTER.toMillis()));
        return new DelayedRecord(
                ids.get(), Instant.ofEpochMilli(clock.millis()).plus(delay), RecordHeader.markRedelivered(entry));
    }

    private static boolean isBacklogFull(Throwable failure) {
        return failure instanceof LogException refusal
                && (refusal.reason() == LogException.Reason.TENANT_BACKLOG
                        || refusal.reason() == LogException.Reason.OVERLOADED);
    }
}
