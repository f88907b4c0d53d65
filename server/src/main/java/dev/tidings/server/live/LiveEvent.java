package dev.tidings.server.live;

import dev.tidings.server.inbox.InboxItem;
import java.time.Duration;
import java.util.UUID;

/** An event that the server sends to a client over a live connection. */
public sealed interface LiveEvent {
    /** The only heartbeat. */
    LiveEvent HEARTBEAT = new Heartbeat();

    /**
     * The first event of a connection.
     *
     * @param id the position in the feed from which it continues
     * @param resumed whether missed changes follow
     * @param heartbeat the interval of heartbeats
     */
    record Hello(UUID id, long unread, boolean resumed, Duration heartbeat) implements LiveEvent {}

    /**
     * A change in the inbox.
     *
     * @param kind as in the feed
     * @param unread the current unread count
     * @param item the added item; null for other kinds
     */
    record Changed(UUID id, String kind, long unread, UUID notification, InboxItem item) implements LiveEvent {}

    /** Too many changes were missed: the client has to reload, and events continue after this position. */
    record Reload(UUID id, long unread) implements LiveEvent {}

    /** Keeps an idle connection alive. */
    record Heartbeat() implements LiveEvent {}

    /** The connection is being closed. */
    record Bye(CloseReason reason) implements LiveEvent {}
}
