package dev.tidings.core.deliver;

import java.util.List;
import java.util.Map;

/** Understands what a far side posts to us. */
public interface ReceiptReader {

    /**
     * What it reports; none if it is about something of no interest, such as being on its way. May come in any order and any number
     * of times.
     *
     * @throws NotAuthenticException if it can't be shown to come from the far side
     * @throws IllegalArgumentException if it makes no sense; the message says what was expected
     */
    List<Receipt> read(Posted posted);

    /**
     * A request that came in.
     *
     * @param url the address it was posted to, as the far side knows it
     * @param headers by their names in lower case
     */
    record Posted(String url, Map<String, String> headers, byte[] body) {}

    /** Says no more than that: whoever made it up learns nothing from it. */
    final class NotAuthenticException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public NotAuthenticException(String message) {
            super(message);
        }
    }
}
