package dev.tidings.server.schedule;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.widecolumn.Answers;
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
 * Appends what must not be refused. A lane that is full must not stop whoever fills it, nor those who share the handful: what finds no
 * room waits in the schedule instead, and comes back in its turn. Each tenant and lane is appended for itself.
 */
public final class Overflow {
    private static final Duration LEAST_WAIT = Duration.ofSeconds(5);
    private static final Duration SPREAD = Duration.ofSeconds(10);

    private final Log log;
    private final LaterRecords later;
    private final Supplier<UUID> ids;
    private final InstantSource clock;
    private final Random random = new Random();

    private record Share(String tenant, Lane lane) {}

    /** @param ids makes a UUIDv7 */
    public Overflow(Log log, LaterRecords later, Supplier<UUID> ids, InstantSource clock) {
        this.log = log;
        this.later = later;
        this.ids = ids;
        this.clock = clock;
    }

    /** Durable when it completes, in the log or in the schedule. */
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        Map<Share, List<LogEntry>> shares = new LinkedHashMap<>();
        for (LogEntry entry : entries) {
            shares.computeIfAbsent(new Share(entry.tenant(), entry.lane()), share -> new ArrayList<>())
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
                    return isNoRoom(Answers.cause(failure))
                            ? later.addRecords(entries.stream().map(this::aside).toList())
                            : CompletableFuture.<Void>failedFuture(failure);
                })
                .thenCompose(end -> end);
    }

    /** Marked: whoever puts it aside may die, and do the same again in another way. */
    private Later aside(LogEntry entry) {
        Duration wait = LEAST_WAIT.plusMillis(random.nextLong(SPREAD.toMillis()));
        return new Later(ids.get(), Instant.ofEpochMilli(clock.millis()).plus(wait), EnvelopeCodec.repeated(entry));
    }

    private static boolean isNoRoom(Throwable failure) {
        return failure instanceof LogException refusal
                && (refusal.reason() == LogException.Reason.TENANT_BACKLOG
                        || refusal.reason() == LogException.Reason.OVERLOADED);
    }
}
