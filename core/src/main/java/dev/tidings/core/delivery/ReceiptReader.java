package dev.tidings.core.delivery;

import java.util.List;
import java.util.Map;

/**
 * Authenticates and parses the HTTP requests by which a provider reports delivery receipts: one request in, a list of {@link Receipt}s out.
 */
public interface ReceiptReader {

    /**
     * The receipts in a request; none if it is of no interest, such as an intermediate status. Receipts may come in any order and
     * repeatedly.
     *
     * @throws NotAuthenticException if the request can't be shown to come from the provider
     * @throws IllegalArgumentException if it can't be parsed; the message says what was expected
     */
    List<Receipt> read(ReceiptRequest posted);

    /**
     * An HTTP request that a provider posted to the receipt URL.
     *
     * @param url the URL it was posted to, as the provider knows it
     * @param headers by lower-case name
     */
    record ReceiptRequest(String url, Map<String, String> headers, byte[] body) {}

    /** Thrown for a receipt request that can't be shown to come from the provider. Carries no detail that would help a forger. */
    final class NotAuthenticException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public NotAuthenticException(String message) {
            super(message);
        }
    }
}
