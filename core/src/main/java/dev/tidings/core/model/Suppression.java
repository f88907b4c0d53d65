package dev.tidings.core.model;

import java.util.Locale;

/**
 * The reason why a notification is deliberately not delivered on a channel, such as an opt-out, a rate limit or a missing address. Stored
 * and shown as the result of the delivery.
 */
public enum Suppression {
    /** The user has opted out of it on this channel. */
    OPTED_OUT,
    /** The user has reached the type's limit for this hour. */
    RATE_LIMITED,
    /** The user has no address for this channel. */
    NO_ADDRESS,
    /** A provider reported the address as unreachable, and it was not set again since. */
    ADDRESS_UNREACHABLE,
    /** The tenant has no provider for this channel. */
    NO_PROVIDER,
    /** There is no content for this channel: the request has no text, and the type has no template. */
    NO_CONTENT;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** The name in responses and tables. */
    public String wire() {
        return wire;
    }
}
