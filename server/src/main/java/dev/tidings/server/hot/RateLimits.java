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
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
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

    /** An admission check in flight or done, to be passed to {@link #isAdmitted}. */
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

    /** Whether it is admitted; if so, it is counted. Called in the order of the checks, by the worker that owns the user. May block. */
    public boolean isAdmitted(PendingAdmission pendingAdmission) {
        boolean admitted;
        if (answer(pendingAdmission.answer) instanceof Admission.Decided decided) {
            admitted = decided.admitted();
        } else {
            // Meanwhile an earlier one of the same batch may have read the window back.
            Admission again =
                    answer(windows.admit(pendingAdmission.window, pendingAdmission.id, pendingAdmission.limit));
            admitted = again instanceof Admission.Decided decided
                    ? decided.admitted()
                    : readBack(pendingAdmission, ((Admission.WindowNotLoaded) again).version());
        }
        if (admitted) {
            unwritten.compute(pendingAdmission.window, (window, ids) -> {
                Set<UUID> all = ids == null ? new HashSet<>() : ids;
                all.add(pendingAdmission.id);
                return all;
            });
        }
        return admitted;
    }

    /** Whether the written notifications leave room for one more. Counts nothing. Blocks. */
    public boolean hasRoom(UserKey user, Notification notification, int limit) {
        return delivered(window(user, notification)).size() < limit;
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

    private boolean readBack(PendingAdmission pendingAdmission, CacheVersion version) {
        Set<UUID> ids = delivered(pendingAdmission.window);
        unwritten.computeIfPresent(pendingAdmission.window, (window, others) -> {
            ids.addAll(others);
            return others;
        });
        boolean admitted = ids.contains(pendingAdmission.id)
                || ids.size() < pendingAdmission.limit && ids.add(pendingAdmission.id);
        // Whether it is cached does not affect the decision, but the next check must not overtake it.
        windows.load(pendingAdmission.window, version, ids)
                .exceptionally(failure -> null)
                .join();
        return admitted;
    }

    /** The stored ids that were delivered in that hour. */
    private Set<UUID> delivered(RateWindow window) {
        Instant start = Instant.ofEpochSecond(Duration.ofHours(window.hour()).toSeconds());
        UUID first = UuidV7.smallestAt(start);
        UUID end = UuidV7.smallestAt(start.plus(Duration.ofHours(1)));
        Set<UUID> ids = new HashSet<>();
        Optional<String> cursor = Optional.empty();
        do {
            Select<NotificationRow> select = NotificationRow.TABLE
                    .select(
                            NotificationRow.PAGE,
                            window.user().tenant(),
                            window.user().user(),
                            Buckets.month(first))
                    .atLeast(first)
                    .lessThan(end)
                    .limit(PAGE);
            cursor.ifPresent(select::after);
            Page<NotificationRow> page = engine.read(select).join();
            for (NotificationRow row : page.rows()) {
                if (window.type().equals(row.type()) && wasDelivered(row)) {
                    ids.add(row.notificationId());
                }
            }
            cursor = page.next();
        } while (cursor.isPresent());
        return ids;
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
