package dev.tidings.server.log;

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
 * Counts what waits, and says whether there is room for more. A bound is what closes the door, not what nobody may step over: who
 * comes while there is room is let in as a whole, so that no append is too large to be ever taken.
 *
 * <p>Each stage has its own room. What one stage makes of its records goes into the next, and could not if those that still wait
 * for the first had taken all the room: nothing would ever leave.
 */
final class Admission {
    private final long maxBacklog;
    private final long maxTenantBacklog;
    private final long[] byStage = new long[Stage.values().length];
    private final Map<Share, long[]> byTenant = new HashMap<>();

    /** What one tenant has waiting in one stage, by priority. */
    private record Share(Stage stage, String tenant) {}

    private static final long[] NONE = new long[Priority.values().length];

    Admission(RocksLogConfig config) {
        this.maxBacklog = config.maxBacklog();
        this.maxTenantBacklog = config.maxTenantBacklog();
    }

    /** Counts all of them, or none and says why. */
    synchronized Optional<LogException> admit(List<LogEntry> entries) {
        LogEntry checked = null;
        for (LogEntry entry : entries) {
            if (checked == null || !alike(checked, entry)) {
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
        Optional<String> full = full(share.stage());
        if (full.isPresent()) {
            return full.map(why -> new LogException(Reason.OVERLOADED, why));
        }
        long waiting = Arrays.stream(byTenant.getOrDefault(share, NONE)).sum();
        return waiting < maxTenantBacklog
                ? Optional.empty()
                : Optional.of(new LogException(
                        Reason.TENANT_BACKLOG,
                        waiting + " records of tenant " + share.tenant() + " are waiting, the bound is "
                                + maxTenantBacklog + "; try again later"));
    }

    /** Counts what was found on disk, however much it is. */
    synchronized void found(LogKey.Place place, long records) {
        count(place.lane(), place.tenant(), records);
    }

    /** They are done, or were not appended after all. */
    synchronized void leave(List<LogEntry> entries) {
        count(entries, -1);
    }

    synchronized long backlog(Stage stage) {
        return byStage[stage.ordinal()];
    }

    synchronized long backlog(Lane lane, String tenant) {
        return byTenant.getOrDefault(new Share(lane.stage(), tenant), NONE)[
                lane.priority().ordinal()];
    }

    /** Why a stage lets nothing in, if there is one. */
    synchronized Optional<String> full() {
        return Arrays.stream(Stage.values())
                .map(this::full)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> full(Stage stage) {
        long waiting = byStage[stage.ordinal()];
        return waiting < maxBacklog
                ? Optional.empty()
                : Optional.of(waiting + " records are waiting, the bound is " + maxBacklog + "; try again later");
    }

    /** By runs of the same lane and tenant: mostly there is only one. */
    private void count(List<LogEntry> entries, int sign) {
        int start = 0;
        for (int end = 1; end <= entries.size(); end++) {
            LogEntry first = entries.get(start);
            if (end == entries.size() || !alike(first, entries.get(end))) {
                count(first.lane(), first.tenant(), (long) sign * (end - start));
                start = end;
            }
        }
    }

    private static boolean alike(LogEntry one, LogEntry other) {
        return one.lane().equals(other.lane()) && one.tenant().equals(other.tenant());
    }

    private void count(Lane lane, String tenant, long change) {
        if (change == 0) {
            return;
        }
        byStage[lane.stage().ordinal()] += change;
        Share share = new Share(lane.stage(), tenant);
        long[] waiting = byTenant.computeIfAbsent(share, key -> NONE.clone());
        waiting[lane.priority().ordinal()] += change;
        // A tenant without records is forgotten: there may be many in the course of time.
        if (Arrays.stream(waiting).allMatch(count -> count == 0)) {
            byTenant.remove(share);
        }
    }
}
