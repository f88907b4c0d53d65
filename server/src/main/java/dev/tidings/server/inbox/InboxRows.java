package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Reads the rows of one user's inbox from the tables, newest first, month by month, and tells which are visible or unread. */
final class InboxRows {
    private final Engine engine;
    private final InstantSource clock;
    private final IdGenerator ids;

    /**
     * A chunk of rows.
     *
     * @param before where to continue: rows before this position are still to be read; empty if there are none
     */
    record InboxChunk(List<InboxRow> rows, Optional<InboxPosition> before) {}

    /** A position in an inbox: a whole month, or the rows before a position in it. */
    record InboxPosition(int month, Optional<UUID> position) {}

    InboxRows(Engine engine, InstantSource clock, IdGenerator ids) {
        this.engine = engine;
        this.clock = clock;
        this.ids = ids;
    }

    /** The newest possible position. */
    InboxPosition newest() {
        return new InboxPosition(Buckets.month(ids.horizon()), Optional.empty());
    }

    /** Before a position, limited to the newest possible one: a client can forge any cursor. */
    InboxPosition before(UUID position) {
        InboxPosition newest = newest();
        int month = Buckets.month(position);
        return month > newest.month() ? newest : new InboxPosition(month, Optional.of(position));
    }

    /** Reads at most {@code limit} rows of one month. */
    CompletableFuture<InboxChunk> read(UserKey user, InboxPosition inboxPosition, int limit) {
        Select<InboxRow> select =
                InboxRow.TABLE.select(InboxRow.PAGE, user.tenant(), user.user(), inboxPosition.month());
        inboxPosition.position().ifPresent(select::lessThan);
        return engine.read(select.limit(limit)).thenApply(page -> {
            List<InboxRow> rows = page.rows();
            if (page.next().isPresent()) {
                return new InboxChunk(
                        rows, Optional.of(before(rows.get(rows.size() - 1).position())));
            }
            return new InboxChunk(rows, monthBefore(inboxPosition.month()));
        });
    }

    private Optional<InboxPosition> monthBefore(int month) {
        int before = Buckets.monthBefore(month);
        int oldest = Buckets.month(clock.instant().minus(Retention.NOTIFICATIONS));
        return before < oldest ? Optional.empty() : Optional.of(new InboxPosition(before, Optional.empty()));
    }

    CompletableFuture<Optional<InboxRow>> one(UserKey user, UUID position) {
        return engine.readOne(
                InboxRow.TABLE.select(InboxRow.ONE, user.tenant(), user.user(), Buckets.month(position), position));
    }

    /** The position is the id, unless the notification was scheduled. */
    CompletableFuture<Optional<InboxRow>> find(UserKey user, UUID notification) {
        return one(user, notification).thenCompose(found -> {
            if (found.isPresent()) {
                return CompletableFuture.completedFuture(found);
            }
            return engine.readOne(NotificationDetailsRow.TABLE.select(
                            NotificationDetailsRow.ONE, user.tenant(), notification))
                    .thenCompose(details -> details.map(NotificationDetailsRow::position)
                            .filter(position -> !position.equals(notification))
                            .map(position -> one(user, position))
                            .orElse(CompletableFuture.completedFuture(Optional.empty())));
        });
    }

    /** Whether the user can see it. */
    static boolean visible(InboxRow row, Instant now) {
        return row.notificationId() != null
                && row.recalledAt() == null
                && (row.expiresAt() == null || row.expiresAt().isAfter(now));
    }

    static boolean unread(InboxRow row, Instant now) {
        return visible(row, now) && row.readAt() == null && row.archivedAt() == null;
    }

    /** The time at which the row expires, by its own expiry or by retention. */
    static Instant expiryOf(InboxRow row) {
        Instant retained = Buckets.time(row.position()).plus(Retention.NOTIFICATIONS);
        return row.expiresAt() != null && row.expiresAt().isBefore(retained) ? row.expiresAt() : retained;
    }
}
