package dev.tidings.server.inbox;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.hot.CountLeases;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.MarkRecord;
import dev.tidings.server.pipeline.MarkRecord.MarkedItem;
import dev.tidings.server.storage.Storage;
import dev.tidings.tables.InboxRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Upsert;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Marks one inbox item as read, unread, archived or unarchived, or all items as read. Each call also updates the unread count, the change
 * feed and the live bus; calls are serialized per user.
 *
 * <p>The write time of a mark is explicit, and later than that of the last mark on the item, whatever the clocks of the two processes. So it
 * can be written again: if the outcome of the write is unknown, the caller gets the failure, the mark goes to the log, and the lease on the
 * count is left to expire, because the write may still take effect until then.
 */
final class InboxMarks {
    private static final int CHUNK = 500;

    private final Engine engine;
    private final InstantSource clock;
    private final InboxRows rows;
    private final IdGenerator ids;
    private final UnreadCounts counts;
    private final UserLocks locks;
    private final FeedTiming timing;
    private final MarkListener marked;
    private final Function<MarkRecord, CompletableFuture<Void>> unclear;
    /** The write time of the last mark with an unknown outcome, by user, until it was written again. */
    private final ConcurrentMap<UserKey, Long> unknownMarks = new ConcurrentHashMap<>();

    /** @param unclear appends a mark with an unknown outcome to the log */
    InboxMarks(
            Storage storage,
            InboxRows rows,
            MarkListener marked,
            Function<MarkRecord, CompletableFuture<Void>> unclear) {
        this.engine = storage.engine();
        this.clock = storage.clock();
        this.rows = rows;
        this.ids = storage.ids();
        this.counts = storage.hot().unread();
        this.locks = storage.locks();
        this.timing = storage.feedTiming();
        this.marked = marked;
        this.unclear = unclear;
    }

    CompletableFuture<Boolean> mark(UserKey user, UUID notification, Mark mark) {
        if (notification.version() != 7) {
            return CompletableFuture.completedFuture(false);
        }
        return locks.run(
                user,
                () -> rows.find(user, notification).thenCompose(found -> {
                    Instant now = clock.instant();
                    if (found.isEmpty() || !InboxRows.visible(found.get(), now)) {
                        return CompletableFuture.completedFuture(false);
                    }
                    // An earlier mark that may still take effect has to lose against this one.
                    return mark.isSetOn(found.get()) && !unknownMarks.containsKey(user)
                            ? CompletableFuture.completedFuture(true)
                            : write(user, found.get(), mark, now).thenApply(written -> true);
                }));
    }

    private CompletableFuture<Void> write(UserKey user, InboxRow row, Mark mark, Instant now) {
        boolean unreadBefore = InboxRows.unread(row, now);
        boolean unreadAfter = switch (mark) {
            case READ, ARCHIVED -> false;
            case UNREAD -> row.archivedAt() == null;
            case UNARCHIVED -> row.readAt() == null;
        };
        long change = (unreadAfter ? 1 : 0) - (unreadBefore ? 1 : 0);
        Instant expires = unreadAfter ? InboxRows.expiryOf(row) : Instant.MAX;
        return marked.beforeMark(user, List.of(row.notificationId()), mark)
                .thenCompose(published -> counts.beginChange(user))
                .thenCompose(lease -> {
                    UUID id = ids.next();
                    long at = markTime(id, List.of(row));
                    InboxChange made = InboxChange.marked(id, mark.wire(), row.position(), row.notificationId(), at);
                    return write(new MarkWrite(user, mark, List.of(row), made), lease, change, expires);
                });
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
            Instant now = clock.instant();
            List<InboxRow> unread = chunk.rows().stream()
                    .filter(row -> InboxRows.unread(row, now))
                    .toList();
            return markRead(user, unread).thenApply(ok -> new ChunkRead(unread.size(), chunk.before()));
        });
    }

    /** @param unread newest first */
    private CompletableFuture<Void> markRead(UserKey user, List<InboxRow> unread) {
        if (unread.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<UUID> notifications = unread.stream().map(InboxRow::notificationId).toList();
        return marked.beforeMark(user, notifications, Mark.READ)
                .thenCompose(published -> counts.beginChange(user))
                .thenCompose(lease -> {
                    UUID id = ids.next();
                    InboxChange made = InboxChange.allRead(
                            id,
                            unread.get(unread.size() - 1).position(),
                            unread.get(0).position(),
                            markTime(id, unread));
                    return write(new MarkWrite(user, Mark.READ, unread, made), lease, -unread.size(), Instant.MAX);
                });
    }

    /** Later than every earlier mark on these rows, also of a process whose clock is ahead. */
    private static long markTime(UUID id, List<InboxRow> marked) {
        long time = TimeUnit.MILLISECONDS.toMicros(UuidV7.time(id).toEpochMilli());
        for (InboxRow row : marked) {
            time = row.markedAt() == null ? time : Math.max(time, row.markedAt() + 1);
        }
        return time;
    }

    /**
     * A mark on rows of one user.
     *
     * @param change what the feed says about it
     */
    private record MarkWrite(UserKey user, Mark mark, List<InboxRow> rows, InboxChange change) {
        List<Upsert> writes() {
            List<Upsert> writes = new ArrayList<>(rows.size() + 1);
            rows.forEach(row -> writes.add(mark.update(
                    InboxRow.TABLE.update(row.tenant(), row.userId(), row.month(), row.position()),
                    change.markedAt())));
            writes.add(FeedRows.row(user, change));
            return writes;
        }

        MarkRecord record() {
            return new MarkRecord(
                    user,
                    mark.wire(),
                    change.markedAt(),
                    rows.stream()
                            .map(row -> new MarkedItem(row.position(), row.notificationId()))
                            .toList());
        }
    }

    private CompletableFuture<Void> write(MarkWrite write, CacheVersion lease, long change, Instant expires) {
        return written(write)
                .handle((ok, failure) -> failure == null
                        ? CountLeases.ended(
                                counts,
                                write.user(),
                                lease,
                                counts.changed(write.user(), lease, change, expires, List.of(write.change())))
                        : failed(write, lease, failure))
                .thenCompose(done -> done);
    }

    private CompletableFuture<Void> failed(MarkWrite write, CacheVersion lease, Throwable failure) {
        UserKey user = write.user();
        // If it may still be written, the lease is not ended, so that no count is cached until it is known.
        if (isUnclear(failure)) {
            unknownMarks.put(user, write.change().markedAt());
        }
        CompletableFuture<Void> handled = isUnclear(failure)
                ? CountLeases.dropped(counts, user).thenCompose(dropped -> unclear.apply(write.record()))
                : CountLeases.ended(counts, user, lease, counts.changedUnknown(user, lease));
        return handled.handle((done, notDone) -> failure).thenCompose(CompletableFuture::failedFuture);
    }

    /** Whether it may still be written. */
    private static boolean isUnclear(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException store) {
                return !store.overloaded();
            }
        }
        return false;
    }

    /** Writes a second row of the feed if the first may have become visible too late. */
    private CompletableFuture<Void> written(MarkWrite write) {
        long startedNanos = System.nanoTime();
        return write(write.writes())
                .thenCompose(ok -> timing.isLate(Duration.ofNanos(System.nanoTime() - startedNanos))
                        ? write(List.of(
                                FeedRows.row(write.user(), write.change().renamed(ids.next()))))
                        : CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> write(List<Upsert> writes) {
        try {
            return engine.write(Batch.acrossPartitions(writes));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Writes a mark again whose outcome was unknown, and then what the feed says about it. The count is computed afresh. */
    CompletableFuture<Void> rewrite(MarkRecord record) {
        Mark mark = Mark.ofWire(record.kind()).orElseThrow();
        UserKey user = record.user();
        return locks.run(
                user,
                () -> counts.beginChange(user)
                        .thenCompose(lease -> current(record)
                                .thenCompose(found -> writeIfAny(cells(found, mark, record.markedAt())))
                                .thenCompose(written -> current(record))
                                .thenCompose(found -> writeIfAny(changes(user, found, mark, record.markedAt())))
                                .handle((written, failure) -> failure != null && isUnclear(failure)
                                        ? CompletableFuture.<Void>failedFuture(failure)
                                        : CountLeases.ended(counts, user, lease, counts.changedUnknown(user, lease))
                                                .thenCompose(ended -> failure == null
                                                        ? CompletableFuture.completedFuture(null)
                                                        : CompletableFuture.<Void>failedFuture(failure)))
                                .thenCompose(done -> done))
                        .thenRun(() -> unknownMarks.remove(user, record.markedAt())));
    }

    private CompletableFuture<Void> writeIfAny(List<Upsert> writes) {
        return writes.isEmpty() ? CompletableFuture.completedFuture(null) : write(writes);
    }

    /** The items of a record that are there. */
    private CompletableFuture<List<InboxRow>> current(MarkRecord record) {
        List<CompletableFuture<Optional<InboxRow>>> reads = record.items().stream()
                .map(item -> rows.one(record.user(), item.position()))
                .toList();
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
                .thenApply(all -> reads.stream()
                        .flatMap(read -> read.join().stream())
                        .filter(row -> row.notificationId() != null)
                        .toList());
    }

    private static List<Upsert> cells(List<InboxRow> items, Mark mark, long markedAt) {
        return items.stream()
                .map(item -> mark.update(
                        InboxRow.TABLE.update(item.tenant(), item.userId(), item.month(), item.position()), markedAt))
                .toList();
    }

    /** Only of items on which it took effect: of others a later mark did, which it must not undo on clients. */
    private List<Upsert> changes(UserKey user, List<InboxRow> items, Mark mark, long markedAt) {
        return items.stream()
                .filter(mark::isSetOn)
                .map(item -> FeedRows.row(
                        user,
                        InboxChange.marked(ids.next(), mark.wire(), item.position(), item.notificationId(), markedAt)))
                .toList();
    }
}
