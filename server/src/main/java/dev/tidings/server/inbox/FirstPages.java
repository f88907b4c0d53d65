package dev.tidings.server.inbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.hot.Look;
import dev.tidings.core.hot.Stamp;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The first pages of inboxes, as they went out, for as long as they are what an inbox says: an app that comes to the front asks for
 * nothing else, and mostly nothing has changed.
 *
 * <p>Nobody has to drop a page. Whoever writes to an inbox announces it to the unread counts, and says when it is done; each of the
 * two gives the user another stamp. A page is kept with the stamp from before its rows were read, and is good for as long as the
 * user still has it: nobody has begun or ended a write since. Pages are of one process, the stamps of all that share the counts.
 */
final class FirstPages {
    /** What an entry takes beside its page, about. */
    private static final int OVERHEAD = 384;

    private final UnreadCounts counts;
    private final InstantSource clock;
    private final Cache<UserKey, Kept> pages;

    /**
     * A page that was just read.
     *
     * @param validUntil when the first of what is on it is gone; empty if it can change without a write to the inbox
     */
    record Fresh(byte[] page, Optional<Instant> validUntil) {}

    private record Kept(byte[] page, int limit, Stamp stamp, Instant validUntil) {
        boolean answers(int asked, Stamp current, Instant now) {
            return limit == asked && stamp.equals(current) && now.isBefore(validUntil);
        }
    }

    /** @param mostBytes how much memory they may take */
    FirstPages(UnreadCounts counts, InstantSource clock, long mostBytes) {
        this.counts = counts;
        this.clock = clock;
        this.pages = Caffeine.newBuilder()
                .maximumWeight(mostBytes)
                .<UserKey, Kept>weigher((user, kept) -> kept.page().length
                        + user.tenant().length()
                        + user.user().length()
                        + OVERHEAD)
                .build();
    }

    CompletableFuture<byte[]> page(UserKey user, int limit, Supplier<CompletableFuture<Fresh>> read) {
        return counts.find(user).exceptionally(failure -> Look.nothing()).thenCompose(look -> {
            Kept kept = pages.getIfPresent(user);
            if (kept != null && kept.answers(limit, look.stamp(), clock.instant())) {
                return CompletableFuture.completedFuture(kept.page());
            }
            return read.get().thenApply(fresh -> {
                fresh.validUntil()
                        .filter(until -> !look.stamp().equals(Stamp.NONE))
                        .ifPresent(until -> pages.put(user, new Kept(fresh.page(), limit, look.stamp(), until)));
                return fresh.page();
            });
        });
    }
}
