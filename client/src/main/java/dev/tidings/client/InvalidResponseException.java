package dev.tidings.client;

import java.net.URI;

/** A response that is not one of Tidings: a redirect, which is not followed with the key, or a body that is not JSON. */
public final class InvalidResponseException extends TidingsException {
    private static final long serialVersionUID = 1L;

    private final int status;

    private InvalidResponseException(String message, int status, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    static InvalidResponseException redirect(URI server, int status, String location) {
        String text =
                "the server at " + server + " redirects (status " + status + ", " + location + "); set the right URL";
        return new InvalidResponseException(text, status, null);
    }

    static InvalidResponseException notJson(URI server, int status, Throwable cause) {
        String text = "the server at " + server + " is not Tidings: its response is not JSON";
        return new InvalidResponseException(text, status, cause);
    }

    static InvalidResponseException incomplete(URI server, int status, int answered, int asked) {
        String text = "the server at " + server + " answered " + answered + " of " + asked + " notifications";
        return new InvalidResponseException(text, status, null);
    }

    public int status() {
        return status;
    }
}
