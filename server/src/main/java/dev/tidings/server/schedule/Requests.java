package dev.tidings.server.schedule;

import dev.tidings.core.model.Target;

/** Reads accepted requests. */
public interface Requests {
    /** The recipients of a request. */
    Target target(byte[] request);

    /** Whether the request has an explicit expiry. If not, its expiry is relative to the send time and moves with it. */
    default boolean saysWhenItExpires(byte[] request) {
        return true;
    }
}
