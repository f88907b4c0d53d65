package dev.tidings.channels;

import java.io.IOException;

/** Thrown by {@link Dialer#connect} if the host of a provider account resolves to an address outside the public internet. */
public final class PrivateHostException extends IOException {
    private static final long serialVersionUID = 1;

    /** The code in outcomes. */
    public static final String CODE = "private_address";

    PrivateHostException(Throwable cause) {
        super("the host of the account resolves to an address that is not on the public internet", cause);
    }
}
