package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Backlog limits per stage and per tenant: counts the records that wait and refuses appends once a limit is reached. A limit is soft: an
 * append that arrives below it is accepted as a whole, so that no append is too large to ever be accepted.
 *
 * <p>Each stage has its own limit. A stage appends its results to the next one; with one shared limit, a full first stage would block the
 * stages that drain it.
 */
final class BacklogLimits {
    private final long maxBacklog;
    private final long maxTenantBacklog;
    private final long[] byStage = new long[Stage.values().length];
    private final long[][] byLane = new long[Stage.values().length][Priority.values().length];
    private final Map<Share, long[]> byTenant = new HashMap<>();

    /** The backlog of one tenant in one stage; its counts are kept by priority. */
    private record Share(Stage stage, String tenant) {}

    private static final long[] NONE = new long[Priority.values().length];

    BacklogLimits(RocksLogConfig config) {
        this.maxBacklog = config.maxBacklog();
        this.maxTenantBacklog = config.maxTenantBacklog();
    }

    /** Counts all entries, or none and returns the reason of the refusal. */
    synchronized Optional<LogException> admit(List<LogEntry> entries) {
        LogEntry checked = null;
        for (LogEntry entry : entries) {
            if (checked == null || !sameLaneAndTenant(checked, entry)) {
                Optional<LogException> refusal = refusal(new Share(entry.lane().stage(), entry.tenant()));
                if (refusal.isPresent()) {
                    return refusal;
                }
                checked = entry;
            }
        }
        count(entries, 1);
        return Optional.empty();
    }

    private Optional<LogException> refusal(Share share) {
        Optional<String> full = limitReached(share.stage());
        if (full.isPresent()) {
            return full.map(why -> new LogException(Reason.OVERLOADED, why));
        }
        long waiting = Arrays.stream(byTenant.getOrDefault(share, NONE)).sum();
        return waiting < maxTenantBacklog
                ? Optional.empty()
                : Optional.of(new LogException(
                        Reason.TENANT_BACKLOG,
                        waiting + " records of tenant " + share.tenant() + " are waiting, the limit is "
                                + maxTenantBacklog + "; try again later"));
    }

    /** Counts records found on disk, without any limit; a negative number removes them. */
    synchronized void countRecovered(LogKey.QueueKey place, long records) {
        count(place.lane(), place.tenant(), records);
    }

    /** Uncounts entries that are done, or whose append failed. */
    synchronized void release(List<LogEntry> entries) {
        count(entries, -1);
    }

    synchronized long backlog(Stage stage) {
        return byStage[stage.ordinal()];
    }

    synchronized long backlog(Lane lane, String tenant) {
        return byTenant.getOrDefault(new Share(lane.stage(), tenant), NONE)[
                lane.priority().ordinal()];
    }

    /** The number of records in a lane, over all tenants. */
    synchronized long backlog(Lane lane) {
        return byLane[lane.stage().ordinal()][lane.priority().ordinal()];
    }

    /** The reason why a stage refuses appends, if one does. */
    synchronized Optional<String> limitReached() {
        return Arrays.stream(Stage.values())
                .map(this::limitReached)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> limitReached(Stage stage) {
        long waiting = byStage[stage.ordinal()];
        return waiting < maxBacklog
                ? Optional.empty()
                : Optional.of(waiting + " records are waiting, the limit is " + maxBacklog + "; try again later");
    }

    /** Counts by runs of the same lane and tenant; most lists are one run. */
    private void count(List<LogEntry> entries, int sign) {
        int start = 0;
        for (int end = 1; end <= entries.size(); end++) {
            LogEntry first = entries.get(start);
            if (end == entries.size() || !sameLaneAndTenant(first, entries.get(end))) {
                count(first.lane(), first.tenant(), (long) sign * (end - start));
                start = end;
            }
        }
    }

    private static boolean sameLaneAndTenant(LogEntry one, LogEntry other) {
        return one.lane().equals(other.lane()) && one.tenant().equals(other.tenant());
    }

    private void count(Lane lane, String tenant, long change) {
        if (change == 0) {
            return;
        }
        byStage[lane.stage().ordinal()] += change;
        byLane[lane.stage().ordinal()][lane.priority().ordinal()] += change;
        Share share = new Share(lane.stage(), tenant);
        long[] waiting = byTenant.computeIfAbsent(share, key -> NONE.clone());
        waiting[lane.priority().ordinal()] += change;
        // Drops tenants without a backlog: over time there may be many.
        if (Arrays.stream(waiting).allMatch(count -> count == 0)) {
            byTenant.remove(share);
        }
    }
}
