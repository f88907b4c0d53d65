package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The inboxes of all users. Never blocks. */
public interface Inbox {

    /**
     * Newest first.
     *
     * @throws InvalidCursorException at once
     */
    CompletableFuture<Listing<InboxItem>> page(UserKey user, InboxFilter filter, int limit, Optional<String> cursor);

    /**
     * The newest, written out; the same bytes again as long as nothing has changed.
     *
     * @param writing how a page is written, the same in all calls
     */
    CompletableFuture<byte[]> firstPage(UserKey user, int limit, Function<Listing<InboxItem>, byte[]> writing);

    /** False if there is no such notification in the inbox. Doing it again changes nothing. */
    CompletableFuture<Boolean> mark(UserKey user, UUID notification, Mark mark);

    /** Marks everything as read that is in the inbox now, and says how many that were. */
    CompletableFuture<Long> markAllRead(UserKey user);

    /** How many are unread: neither read, archived, expired nor recalled. Exact. */
    CompletableFuture<Long> unread(UserKey user);

    /**
     * What was decided for the user since then and what came of it, newest first.
     *
     * @throws InvalidCursorException at once
     */
    CompletableFuture<Listing<HistoryItem>> history(UserKey user, Instant since, int limit, Optional<String> cursor);
}
