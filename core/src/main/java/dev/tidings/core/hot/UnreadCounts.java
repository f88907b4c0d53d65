package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * How many unread notifications users have. A count is taken from the inbox once and then follows what is written there. While a
 * write is under way, the count of before is found: nobody has been told of the write yet.
 *
 * <p>Writes that add what was not there need no order. Whoever looks first and says by how much the count changes from what was
 * seen takes turns with others who do.
 */
public interface UnreadCounts extends FencedCache<UnreadCount> {

    /**
     * The write is done, and this many more (or fewer) are unread.
     *
     * @param expires when the first of those that were added expires
     */
    CompletableFuture<Void> changed(UserKey user, Stamp stamp, long change, Instant expires);
}
