package dev.tidings.core.deliver;

import dev.tidings.core.model.Channel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Carries one channel to somebody who takes it from there: a push service, a mail server, a telephone company, a tenant's own URL.
 *
 * <p>Deliveries are handed over one by one and without waiting for each other, so that a provider can send those together that come
 * together, over as few connections as it likes; each has an outcome of its own. Safe for use by several threads.
 */
public interface Provider extends AutoCloseable {

    /** What it carries. */
    Channel channel();

    /**
     * Tries once. Does not block, and always completes, within the provider's own limit of time: whatever the far side said, or
     * did not say, is an outcome and never an exception. If nobody can know whether it was taken (no answer in time, a connection
     * that broke, an answer that makes no sense) it is a {@link Outcome.Retry}: rather twice than never. Fails only by a mistake
     * in the program.
     */
    CompletableFuture<Outcome> deliver(Delivery delivery);

    /** Empty if it could deliver now, as far as it knows; otherwise why not. It can't from the moment it is being closed. */
    Optional<String> problem();

    /**
     * Waits for what is under way, for a limited time; what is left then is a {@link Outcome.Retry}, as is everything handed over
     * from now on.
     */
    @Override
    void close();
}
