package dev.tidings.server.live;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.inbox.InboxItem;
import java.time.Duration;

/** An event that the server sends to a client over a live connection. */
public sealed interface LiveEvent {
    /** The only heartbeat. */
    LiveEvent HEARTBEAT = new Heartbeat();

    /**
     * The first event of a connection.
     *
     * @param cursor from which it continues
     * @param resumed whether missed changes follow
     * @param heartbeat the interval of heartbeats
     */
    record Hello(FeedCursor cursor, long unread, boolean resumed, Duration heartbeat) implements LiveEvent {}

    /**
     * A change in the inbox.
     *
     * @param cursor after it
     * @param unread the current unread count
     * @param item the added item; null for other kinds
     */
    record Changed(FeedCursor cursor, InboxChange change, long unread, InboxItem item) implements LiveEvent {}

    /** Too many changes were missed: the client has to reload, and events continue after this cursor. */
    record Reload(FeedCursor cursor, long unread) implements LiveEvent {}

    /** Keeps an idle connection alive. */
    record Heartbeat() implements LiveEvent {}

    /** The connection is being closed. */
    record Bye(CloseReason reason) implements LiveEvent {}
}
