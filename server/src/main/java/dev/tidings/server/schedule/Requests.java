package dev.tidings.server.schedule;

import dev.tidings.core.model.Target;

/** What requests say, as they were accepted. */
public interface Requests {
    /** Whom it is for. */
    Target target(byte[] request);

    /** Whether it says itself when it expires. If not, that goes by when it is sent, and moves with that. */
    default boolean saysWhenItExpires(byte[] request) {
        return true;
    }
}
