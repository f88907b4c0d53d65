package dev.tidings.server.hot;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Decides for the route stage whether a notification is within the limit of its user, type and hour. The hour is that of the notification's
 * position in time, not of the clock, and ids are counted, so that a redelivered notification is not counted twice.
 *
 * <p>Windows can be lost or evicted at any time, and are then read back from the stored decisions. The limit still holds: an admitted id is
 * either in the tables or in {@link #unwritten}, where it stays from before the write until the write is known to have succeeded; and all
 * notifications of a user are decided by one worker at a time, which also reads the window back. A batch with an unknown outcome leaves its
 * ids there until it is redelivered and written.
 */
public final class RateLimits {
    private static final int PAGE = 1_000;

    private static final Set<DeliveryState> NOT_SENT = Set.of(DeliveryState.SUPPRESSED, DeliveryState.EXPIRED);

    private final Engine engine;
    private final RateWindows windows;
    private final ConcurrentMap<RateWindow, Set<UUID>> unwritten = new ConcurrentHashMap<>();

    /** An admission check in flight or done, to be passed to {@link #areAdmitted}. */
    public static final class PendingAdmission {
        private final RateWindow window;
        private final UUID id;
        private final int limit;
        private final CompletableFuture<Admission> answer;

        private PendingAdmission(RateWindow window, UUID id, int limit, CompletableFuture<Admission> answer) {
            this.window = window;
            this.id = id;
            this.limit = limit;
            this.answer = answer;
        }
    }

    public RateLimits(Engine engine, RateWindows windows) {
        this.engine = engine;
        this.windows = windows;
    }

    /** Starts an admission check. Does not block, so that many can be in flight. */
    public PendingAdmission check(UserKey user, Notification notification, int limit) {
        RateWindow window = window(user, notification);
        return new PendingAdmission(window, notification.id(), limit, windows.admit(window, notification.id(), limit));
    }

    /** An unknown window of a batch, read back from the tables once for all its checks. */
    private static final class ReadBack {
        private CacheVersion version;
        private Set<UUID> ids = Set.of();
    }

    /**
     * Whether each is admitted; if so, it is counted. Unknown windows are read back together. Called with the checks in their order, by the
     * worker that owns the users. May block.
     */
    public List<Boolean> areAdmitted(List<PendingAdmission> checks) {
        List<Admission> answers = new ArrayList<>(checks.size());
        Map<RateWindow, ReadBack> unknown = new HashMap<>();
        for (PendingAdmission check : checks) {
            Admission answer = answer(check.answer);
            answers.add(answer);
            if (answer instanceof Admission.WindowNotLoaded notLoaded) {
                unknown.computeIfAbsent(check.window, window -> new ReadBack()).version = notLoaded.version();
            }
        }
        readBack(unknown);
        List<Boolean> admitted = new ArrayList<>(checks.size());
        for (int i = 0; i < answers.size(); i++) {
            boolean isAdmitted = isAdmitted(checks.get(i), answers.get(i), unknown);
            if (isAdmitted) {
                remember(checks.get(i));
            }
            admitted.add(isAdmitted);
        }
        // Not awaited: later checks reach the store after it, and without it they only read the window back again.
        unknown.forEach(
                (window, read) -> windows.load(window, read.version, read.ids).exceptionally(failure -> null));
        return admitted;
    }

    private void readBack(Map<RateWindow, ReadBack> unknown) {
        Map<RateWindow, CompletableFuture<Set<UUID>>> reads = new HashMap<>();
        unknown.keySet().forEach(window -> reads.put(window, delivered(window)));
        reads.forEach((window, read) -> {
            Set<UUID> ids = read.join();
            unwritten.computeIfPresent(window, (key, others) -> {
                ids.addAll(others);
                return others;
            });
            unknown.get(window).ids = ids;
        });
    }

    /** What was read back decides for all checks of its window, also if one of them found it loaded. */
    private static boolean isAdmitted(PendingAdmission check, Admission answer, Map<RateWindow, ReadBack> unknown) {
        ReadBack read = unknown.get(check.window);
        if (read == null) {
            return ((Admission.Decided) answer).admitted();
        }
        return read.ids.contains(check.id) || read.ids.size() < check.limit && read.ids.add(check.id);
    }

    private void remember(PendingAdmission admitted) {
        unwritten.compute(admitted.window, (window, ids) -> {
            Set<UUID> all = ids == null ? new HashSet<>() : ids;
            all.add(admitted.id);
            return all;
        });
    }

    /** Whether the written notifications leave room for one more. Counts nothing. Blocks. */
    public boolean hasRoom(UserKey user, Notification notification, int limit) {
        return delivered(window(user, notification)).join().size() < limit;
    }

    /** The decision about it is in the tables. */
    public void written(UserKey user, Notification notification) {
        if (!unwritten.isEmpty()) {
            unwritten.computeIfPresent(window(user, notification), (window, ids) -> {
                ids.remove(notification.id());
                return ids.isEmpty() ? null : ids;
            });
        }
    }

    private static RateWindow window(UserKey user, Notification notification) {
        return new RateWindow(user, notification.type(), Buckets.hour(notification.position()));
    }

    /** A store that does not answer counts as unknown. */
    private static Admission answer(CompletableFuture<Admission> asked) {
        return asked.exceptionally(failure -> new Admission.WindowNotLoaded(CacheVersion.NONE))
                .join();
    }

    /** The stored ids that were delivered in that hour. */
    private CompletableFuture<Set<UUID>> delivered(RateWindow window) {
        Instant start = Buckets.startOfHour(window.hour());
        UUID first = UuidV7.smallestAt(start);
        Select<NotificationRow> select = NotificationRow.TABLE
                .select(
                        NotificationRow.PAGE,
                        window.user().tenant(),
                        window.user().user(),
                        Buckets.month(first))
                .atLeast(first)
                .lessThan(UuidV7.smallestAt(start.plus(Duration.ofHours(1))))
                .limit(PAGE);
        return addDelivered(window.type(), select, new HashSet<>());
    }

    private CompletableFuture<Set<UUID>> addDelivered(String type, Select<NotificationRow> select, Set<UUID> ids) {
        return engine.read(select).thenCompose(page -> {
            for (NotificationRow row : page.rows()) {
                if (type.equals(row.type()) && wasDelivered(row)) {
                    ids.add(row.notificationId());
                }
            }
            return page.next().isPresent()
                    ? addDelivered(type, select.after(page.next().get()), ids)
                    : CompletableFuture.completedFuture(ids);
        });
    }

    private static boolean wasDelivered(NotificationRow row) {
        return row.channelStatus() != null
                && row.channelStatus().entrySet().stream()
                        .anyMatch(entry -> Channel.ofWire(entry.getKey()).isPresent()
                                // An unknown state, of a newer version, counts as sent.
                                && DeliveryStatus.find(entry.getValue())
                                        .filter(status -> NOT_SENT.contains(status.state()))
                                        .isEmpty());
    }
}
