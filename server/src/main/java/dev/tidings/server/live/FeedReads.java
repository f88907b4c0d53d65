package dev.tidings.server.live;

import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.feed.FeedWindow;
import dev.tidings.server.inbox.FeedItem;
import dev.tidings.server.inbox.InboxFeed;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the change feed for live sessions: the place where a session starts, and page after page. The number of the user is always taken
 * before the feed is read, so that what begins later is noticed.
 */
final class FeedReads {
    private static final int PAGE = 20;

    private final LiveSessionRegistry live;

    /** The place of a session in the feed, and the number from before. */
    record FeedStart(LiveNumber number, FeedWindow window) {}

    /**
     * A read of the feed, page by page.
     *
     * @param number the number from before the first page
     * @param began when the first page was read
     * @param after where it continues
     * @param pending whether a page had an item that is not visible yet
     */
    record FeedScan(LiveNumber number, Instant began, UUID after, boolean pending) {
        FeedScan continued(UUID position, boolean isPending) {
            return new FeedScan(number, began, position, isPending);
        }
    }

    /** A page of the feed with the unread count. */
    record FeedRead(FeedScan scan, InboxFeed.FeedPage page, long unread) {}

    FeedReads(LiveSessionRegistry live) {
        this.live = live;
    }

    /** The place of a client that resumes, or of a new one. */
    CompletableFuture<FeedStart> start(UserKey user, Optional<FeedCursor> resumeAt) {
        FeedTiming timing = live.feed().timing();
        return live.number(user)
                .thenCompose(before -> resumeAt.map(
                                cursor -> CompletableFuture.completedFuture(new FeedWindow(timing, cursor)))
                        .orElseGet(() -> newWindow(user, timing))
                        .thenApply(opened -> new FeedStart(before, opened)));
    }

    /** The place of a client that loads the inbox next: it finds the items there that are visible by now. */
    private CompletableFuture<FeedWindow> newWindow(UserKey user, FeedTiming timing) {
        return live.feed().currentPosition(user).thenCompose(position -> {
            FeedWindow opened = FeedWindow.startingAt(timing, position);
            return timing.isShared()
                    ? passVisible(user, opened, opened.readAfter(live.now()))
                    : CompletableFuture.completedFuture(opened);
        });
    }

    private CompletableFuture<FeedWindow> passVisible(UserKey user, FeedWindow opened, UUID after) {
        return live.feed().after(user, after, PAGE).thenCompose(page -> {
            for (FeedItem item : page.items()) {
                if (item.item() != null) {
                    opened.sent(item.id(), FeedRows.identity(item.change()));
                }
            }
            return page.hasMore() ? passVisible(user, opened, page.upTo()) : CompletableFuture.completedFuture(opened);
        });
    }

    /**
     * The next page. Counted after the changes were read: a count is never older than the change it is sent with.
     *
     * @param scan the read to continue; null to begin one
     */
    CompletableFuture<FeedRead> next(UserKey user, FeedWindow window, FeedScan scan) {
        // Called in a stage, so that an exception is a failure.
        return CompletableFuture.completedFuture(scan)
                .thenCompose(before -> before == null ? begin(user, window) : CompletableFuture.completedFuture(before))
                .thenCompose(begun -> live.feed()
                        .after(user, begun.after(), PAGE)
                        .thenCompose(page -> live.unread(user).thenApply(unread -> new FeedRead(begun, page, unread))));
    }

    private CompletableFuture<FeedScan> begin(UserKey user, FeedWindow window) {
        Instant now = live.now();
        UUID after = window.readAfter(now);
        return live.number(user).thenApply(current -> new FeedScan(current, now, after, false));
    }
}
