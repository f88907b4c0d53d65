package dev.tidings.server.inbox;

import dev.tidings.core.hot.CacheLookup;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import dev.tidings.tables.InboxRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** Returns the exact unread count of a user: from the cache if it has a valid count, otherwise counted from all inbox rows and cached. */
final class UnreadCounter {
    private static final int CHUNK = 1_000;

    private final InboxRows rows;
    private final UnreadCounts counts;
    private final InstantSource clock;

    UnreadCounter(InboxRows rows, UnreadCounts counts, InstantSource clock) {
        this.rows = rows;
        this.counts = counts;
        this.clock = clock;
    }

    CompletableFuture<Long> unread(UserKey user) {
        Instant now = clock.instant();
        return counts.find(user).exceptionally(failure -> CacheLookup.miss()).thenCompose(cacheLookup -> {
            if (cacheLookup.value().isPresent()
                    && now.isBefore(cacheLookup.value().get().validUntil())) {
                return CompletableFuture.completedFuture(
                        cacheLookup.value().get().unread());
            }
            return count(user, rows.newest(), new UnreadCount(0, Instant.MAX), now)
                    .thenApply(counted -> {
                        counts.putIfUnchanged(user, cacheLookup.version(), counted);
                        return counted.unread();
                    });
        });
    }

    private CompletableFuture<UnreadCount> count(
            UserKey user, InboxRows.InboxPosition inboxPosition, UnreadCount before, Instant now) {
        return rows.read(user, inboxPosition, CHUNK).thenCompose(chunk -> {
            UnreadCount tally = before;
            for (InboxRow row : chunk.rows()) {
                tally = InboxRows.unread(row, now) ? tally.plus(1, InboxRows.expiryOf(row)) : tally;
            }
            return chunk.before().isEmpty()
                    ? CompletableFuture.completedFuture(tally)
                    : count(user, chunk.before().get(), tally, now);
        });
    }
}
