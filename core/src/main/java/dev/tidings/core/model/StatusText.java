package dev.tidings.core.model;

/**
 * The stored text of a delivery's status, split into state and reason. Shown as it is: after a rollback, a newer version may have stored
 * states that this one does not know.
 *
 * @param reason null if there is none
 */
public record StatusText(String state, String reason) {
    private static final char SEPARATOR = ' ';

    public static StatusText of(DeliveryStatus status) {
        return new StatusText(status.state().wire(), status.reason());
    }

    /** The inverse of {@link #text}. */
    public static StatusText parse(String text) {
        int end = text.indexOf(SEPARATOR);
        return end < 0 ? new StatusText(text, null) : new StatusText(text.substring(0, end), text.substring(end + 1));
    }

    String text() {
        return reason == null ? state : state + SEPARATOR + reason;
    }
}
