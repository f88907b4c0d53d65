package dev.tidings.core.delivery;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Delivers messages through one account of an external service: a push service, a mail server, an SMS gateway, a tenant's own URL. Takes a
 * {@link Delivery} and completes with its {@link Outcome}.
 *
 * <p>Deliveries are handed over one by one without waiting, so that a provider can batch them over as few connections as it likes; each has
 * its own outcome. Thread-safe.
 */
public interface Provider extends AutoCloseable {

    /**
     * Makes one attempt. Does not block, and always completes within the provider's timeout: every response, and the lack of one, is an
     * outcome and never an exception. Fails only through a bug. Nothing is held back for later: a delivery that is handed over is being
     * sent.
     *
     * @param delivery to an address of a kind that the provider carries, with the message of that channel
     */
    CompletableFuture<Outcome> deliver(Delivery delivery);

    /** The reader of delivery receipts, if the service posts them to us. */
    default Optional<ReceiptReader> receipts() {
        return Optional.empty();
    }

    /** Empty if the provider could deliver now, as far as it knows; otherwise the reason. Never empty once it is being closed. */
    Optional<String> problem();

    /**
     * Waits a limited time for deliveries in flight; the rest complete as {@link Outcome.Unclear}, and later calls return {@link
     * Outcome.Retry}.
     */
    @Override
    void close();
}
