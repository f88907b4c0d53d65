package dev.tidings.server.schedule;

import dev.tidings.core.model.Target;

/**
 * Extracts from the stored JSON of an accepted request the fields that the schedule needs: the recipients, and whether the expiry is
 * explicit.
 */
public interface AcceptedRequests {
    /** The recipients of a request. */
    Target target(byte[] request);

    /** Whether the request has an explicit expiry. If not, its expiry is relative to the send time and moves with it. */
    default boolean hasExplicitExpiry(byte[] request) {
        return true;
    }
}
