package dev.tidings.server.inbox;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.InboxRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Upsert;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Marks one inbox item as read, unread, archived or unarchived, or all items as read. Each call also updates the unread count, the change
 * feed and the live bus; calls are serialized per user.
 */
final class InboxMarks {
    private static final int CHUNK = 500;

    private final Engine engine;
    private final InstantSource clock;
    private final InboxRows rows;
    private final IdGenerator ids;
    private final UnreadCounts counts;
    private final UserLocks locks;
    private final MarkListener marked;
    private final LiveBus live;

    InboxMarks(
            Engine engine,
            InstantSource clock,
            InboxRows rows,
            IdGenerator ids,
            HotState hot,
            UserLocks locks,
            MarkListener marked) {
        this.engine = engine;
        this.clock = clock;
        this.rows = rows;
        this.ids = ids;
        this.counts = hot.unread();
        this.live = hot.live();
        this.locks = locks;
        this.marked = marked;
    }

    CompletableFuture<Boolean> mark(UserKey user, UUID notification, Mark mark) {
        if (notification.version() != 7) {
            return CompletableFuture.completedFuture(false);
        }
        return locks.run(
                user,
                () -> rows.find(user, notification).thenCompose(found -> {
                    Instant now = now();
                    if (found.isEmpty() || !InboxRows.visible(found.get(), now)) {
                        return CompletableFuture.completedFuture(false);
                    }
                    return write(user, found.get(), mark, now);
                }));
    }

    private CompletableFuture<Boolean> write(UserKey user, InboxRow row, Mark mark, Instant now) {
        if (done(row, mark)) {
            return CompletableFuture.completedFuture(true);
        }
        Upsert update = InboxRow.TABLE.update(row.tenant(), row.userId(), row.month(), row.position());
        switch (mark) {
            case READ -> update.set(InboxRow.READ_AT, now);
            case UNREAD -> update.clear(InboxRow.READ_AT);
            case ARCHIVED -> update.set(InboxRow.ARCHIVED_AT, now);
            case UNARCHIVED -> update.clear(InboxRow.ARCHIVED_AT);
        }
        boolean unreadBefore = InboxRows.unread(row, now);
        boolean unreadAfter = switch (mark) {
            case READ, ARCHIVED -> false;
            case UNREAD -> row.archivedAt() == null;
            case UNARCHIVED -> row.readAt() == null;
        };
        long change = (unreadAfter ? 1 : 0) - (unreadBefore ? 1 : 0);
        Instant expires = unreadAfter ? InboxRows.expiryOf(row) : Instant.MAX;
        InboxChange seen = change(row, kind(mark));
        return marked.beforeMark(user, List.of(row.notificationId()), mark)
                .thenCompose(published -> counted(user, change, expires, List.of(update, row(user, seen))))
                .thenApply(ok -> {
                    live.publish(user, seen);
                    return true;
                });
    }

    private static boolean done(InboxRow row, Mark mark) {
        return switch (mark) {
            case READ -> row.readAt() != null;
            case UNREAD -> row.readAt() == null;
            case ARCHIVED -> row.archivedAt() != null;
            case UNARCHIVED -> row.archivedAt() == null;
        };
    }

    private static String kind(Mark mark) {
        return switch (mark) {
            case READ -> "read";
            case UNREAD -> "unread";
            case ARCHIVED -> "archived";
            case UNARCHIVED -> "unarchived";
        };
    }

    CompletableFuture<Long> allRead(UserKey user) {
        return allRead(user, rows.newest(), 0);
    }

    /** Takes the user lock for each chunk: new notifications for a user with much to read don't wait for the whole inbox. */
    private CompletableFuture<Long> allRead(UserKey user, InboxRows.InboxPosition inboxPosition, long before) {
        return locks.run(user, () -> readChunk(user, inboxPosition)).thenCompose(done -> {
            long marked = before + done.marked();
            return done.next().isEmpty()
                    ? CompletableFuture.completedFuture(marked)
                    : allRead(user, done.next().get(), marked);
        });
    }

    /**
     * The result of marking one chunk.
     *
     * @param next where to continue, if there is more
     */
    private record ChunkRead(long marked, Optional<InboxRows.InboxPosition> next) {}

    private CompletableFuture<ChunkRead> readChunk(UserKey user, InboxRows.InboxPosition inboxPosition) {
        return rows.read(user, inboxPosition, CHUNK).thenCompose(chunk -> {
            Instant now = now();
            List<InboxRow> unread = chunk.rows().stream()
                    .filter(row -> InboxRows.unread(row, now))
                    .toList();
            return markRead(user, unread, now).thenApply(ok -> new ChunkRead(unread.size(), chunk.before()));
        });
    }

    private CompletableFuture<Void> markRead(UserKey user, List<InboxRow> unread, Instant now) {
        if (unread.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Upsert> writes = new ArrayList<>(2 * unread.size());
        List<InboxChange> seen = new ArrayList<>(unread.size());
        for (InboxRow row : unread) {
            writes.add(InboxRow.TABLE
                    .update(row.tenant(), row.userId(), row.month(), row.position())
                    .set(InboxRow.READ_AT, now));
            InboxChange change = change(row, kind(Mark.READ));
            seen.add(change);
            writes.add(row(user, change));
        }
        List<UUID> notifications = unread.stream().map(InboxRow::notificationId).toList();
        return marked.beforeMark(user, notifications, Mark.READ)
                .thenCompose(published -> counted(user, -unread.size(), Instant.MAX, writes))
                .thenAccept(ok -> seen.forEach(change -> live.publish(user, change)));
    }

    private CompletableFuture<Void> counted(UserKey user, long change, Instant expires, List<Upsert> writes) {
        return counts.beginChange(user)
                .thenCompose(version -> written(writes)
                        .handle((ok, failure) -> {
                            CompletableFuture<Void> ended = failure == null
                                    ? counts.changed(user, version, change, expires)
                                    : counts.changedUnknown(user, version);
                            if (failure != null) {
                                live.publishUnknown(user);
                            }
                            // A failure to end the lease does no harm: it expires.
                            return ended.handle((end, notEnded) -> failure);
                        })
                        .thenCompose(done -> done)
                        .thenCompose(failure -> failure == null
                                ? CompletableFuture.completedFuture(null)
                                : CompletableFuture.failedFuture(failure)));
    }

    private CompletableFuture<Void> written(List<Upsert> writes) {
        try {
            return engine.write(Batch.acrossPartitions(writes));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private InboxChange change(InboxRow row, String kind) {
        return new InboxChange(ids.next(), kind, row.position(), row.notificationId(), null);
    }

    private static Upsert row(UserKey user, InboxChange change) {
        return InboxChangeRow.TABLE.upsert(new InboxChangeRow(
                user.tenant(),
                user.user(),
                Buckets.day(change.id()),
                change.id(),
                change.kind(),
                change.position(),
                change.notification()));
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
