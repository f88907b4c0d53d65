package dev.tidings.server.live;

import dev.tidings.server.inbox.InboxItem;
import java.time.Duration;
import java.util.UUID;

/** What a screen is told. */
public sealed interface Event {
    Event HEARTBEAT = new Heartbeat();

    /**
     * The first of a connection.
     *
     * @param id where the feed is taken up
     * @param resumed whether what was missed follows
     * @param heartbeat how long it is silent at the most
     */
    record Hello(UUID id, long unread, boolean resumed, Duration heartbeat) implements Event {}

    /**
     * Something changed in the inbox.
     *
     * @param kind as in the feed
     * @param unread how many are unread now
     * @param item what was added; null for other kinds
     */
    record Changed(UUID id, String kind, long unread, UUID notification, InboxItem item) implements Event {}

    /** Too much was missed to be told: everything is to be fetched anew, and what follows comes after this place. */
    record Reload(UUID id, long unread) implements Event {}

    /** All is well, and nothing happened. */
    record Heartbeat() implements Event {}

    /** The connection ends, and why. */
    record Bye(Goodbye why) implements Event {}
}
