package dev.tidings.server.schedule;

import dev.tidings.core.model.Target;

/** Reads accepted requests. */
public interface AcceptedRequests {
    /** The recipients of a request. */
    Target target(byte[] request);

    /** Whether the request has an explicit expiry. If not, its expiry is relative to the send time and moves with it. */
    default boolean hasExplicitExpiry(byte[] request) {
        return true;
    }
}
