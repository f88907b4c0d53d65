package dev.tidings.core.deliver;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Carries a channel to somebody who takes it from there: a push service, a mail server, a telephone company, a tenant's own URL.
 *
 * <p>Deliveries are handed over one by one and without waiting for each other, so that a provider can send those together that come
 * together, over as few connections as it likes; each has an outcome of its own. Safe for use by several threads.
 */
public interface Provider extends AutoCloseable {

    /**
     * Tries once. Does not block, and always completes, within the provider's own limit of time: whatever the far side said, or
     * did not say, is an outcome and never an exception. Fails only by a mistake in the program. Nothing is kept back to be sent
     * later: when it was handed over, it is on its way.
     *
     * @param delivery to an address of a kind that it carries, with the message of that channel
     */
    CompletableFuture<Outcome> deliver(Delivery delivery);

    /** How to read what the far side reports later, if it calls us to do so. */
    default Optional<ReceiptReader> receipts() {
        return Optional.empty();
    }

    /** Empty if it could deliver now, as far as it knows; otherwise why not. It can't from the moment it is being closed. */
    Optional<String> problem();

    /**
     * Waits for what is under way, for a limited time; what is left then is {@link Outcome.Unclear}, and everything handed over
     * from now on is a {@link Outcome.Retry}.
     */
    @Override
    void close();
}
