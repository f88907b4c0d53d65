package dev.tidings.channels;

import java.io.IOException;

/** The host of an account leads to where it must not. */
public final class PrivateHostException extends IOException {
    private static final long serialVersionUID = 1;

    /** What an outcome calls it. */
    public static final String CODE = "private_address";

    PrivateHostException(Throwable cause) {
        super("the host of the account leads to an address that is not on the public internet", cause);
    }
}
