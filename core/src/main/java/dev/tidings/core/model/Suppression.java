package dev.tidings.core.model;

import java.util.Locale;

/** Why a delivery was decided against. */
public enum Suppression {
    /** The user does not want it on this channel. */
    OPTED_OUT,
    /** The user has had as many of this type in this hour as the type allows. */
    RATE_LIMITED,
    /** There is nowhere to send it to. */
    NO_ADDRESS,
    /** A provider has said that the address reaches nobody, and it was not set again since. */
    ADDRESS_UNREACHABLE,
    /** The tenant has nobody who carries this channel. */
    NO_PROVIDER,
    /** There is nothing to say on this channel: the request has no text, and the type no template for it. */
    NO_CONTENT;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** Its name in answers and tables. */
    public String wire() {
        return wire;
    }
}
