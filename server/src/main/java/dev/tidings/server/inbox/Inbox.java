package dev.tidings.server.inbox;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Lists and marks the notifications in users' inboxes, counts the unread ones, and lists delivery histories. Calls don't block. */
public interface Inbox {

    /**
     * A page, newest first.
     *
     * @throws InvalidCursorException immediately
     */
    CompletableFuture<ResultPage<InboxItem>> page(UserKey user, InboxFilter filter, int limit, Optional<String> cursor);

    /**
     * The rendered first page; the same bytes while nothing has changed.
     *
     * @param writing renders a page, the same in all calls
     */
    CompletableFuture<byte[]> firstPage(UserKey user, int limit, Function<ResultPage<InboxItem>, byte[]> writing);

    /** False if there is no such notification in the inbox. Idempotent. */
    CompletableFuture<Boolean> mark(UserKey user, UUID notification, Mark mark);

    /** Marks all notifications in the inbox as read, and returns how many were unread. */
    CompletableFuture<Long> markAllRead(UserKey user);

    /** The exact number of unread notifications: neither read, archived, expired nor recalled. */
    CompletableFuture<Long> unread(UserKey user);

    /**
     * The routing decisions and delivery states since a time, newest first.
     *
     * @throws InvalidCursorException immediately
     */
    CompletableFuture<ResultPage<HistoryItem>> history(UserKey user, Instant since, int limit, Optional<String> cursor);
}
