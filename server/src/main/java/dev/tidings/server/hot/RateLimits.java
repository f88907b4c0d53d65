package dev.tidings.server.hot;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How many of a type each user has had in an hour. The hour is that of the notification's place in time, not of the clock, and what
 * is counted are ids: so a replay, whenever it comes, finds itself counted and does not count twice. A window nobody remembers is
 * read back from what was decided.
 */
public final class RateLimits {
    private static final int PAGE = 1_000;
    /** Windows kept in memory; beyond that all are forgotten and read back one by one as they are asked for. */
    private static final int MOST_WINDOWS = 1_000_000;

    private final Engine engine;
    private final ConcurrentMap<Window, Set<UUID>> windows = new ConcurrentHashMap<>();
    private volatile int newestHour;

    private record Window(UserKey user, String type, int hour) {}

    public RateLimits(Engine engine) {
        this.engine = engine;
    }

    /** Whether there is room for it in its hour; if so, it is counted. May block. */
    public boolean admit(UserKey user, NotificationType type, Notification notification) {
        int limit = type.perUserAndHour().orElse(Integer.MAX_VALUE);
        int hour = Buckets.hour(notification.position());
        forgetBefore(hour);
        boolean[] admitted = new boolean[1];
        windows.compute(new Window(user, type.name(), hour), (window, known) -> {
            Set<UUID> ids = known == null ? delivered(window) : known;
            admitted[0] = ids.contains(notification.id()) || ids.size() < limit && ids.add(notification.id());
            return ids;
        });
        return admitted[0];
    }

    /** Windows that ended more than an hour ago are seldom asked for again. */
    private void forgetBefore(int hour) {
        if (hour > newestHour) {
            newestHour = hour;
            windows.keySet().removeIf(window -> window.hour() < hour - 1);
        }
        if (windows.size() > MOST_WINDOWS) {
            windows.clear();
        }
    }

    /** The ids that were let through in that hour, as far as they are stored. */
    private Set<UUID> delivered(Window window) {
        Instant start = Instant.ofEpochSecond(Duration.ofHours(window.hour()).toSeconds());
        UUID first = UuidV7.first(start);
        UUID end = UuidV7.first(start.plus(Duration.ofHours(1)));
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
                                && !entry.getValue().startsWith("suppressed")
                                && !entry.getValue().equals("expired"));
    }
}
