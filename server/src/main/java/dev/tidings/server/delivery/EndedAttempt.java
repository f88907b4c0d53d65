package dev.tidings.server.delivery;

import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A delivery attempt that has ended at all its addresses.
 *
 * @param several whether there are, or were before a retry, other addresses. Then these results alone do not decide the final state.
 * @param at when it ended
 */
record EndedAttempt(OutboundDelivery delivery, boolean several, List<AddressAttempt> addresses, Instant at) {
    EndedAttempt {
        addresses = List.copyOf(addresses);
    }

    EndedAttempt withAddresses(List<AddressAttempt> others) {
        return new EndedAttempt(delivery, several, others, at);
    }

    /** Whether a provider has accepted the message for any address, now or before. */
    boolean sent() {
        return delivery.sent()
                || addresses.stream().anyMatch(address -> address.result().isSent());
    }

    /** Whether the only address has accepted the message: then nothing is left to be planned. */
    boolean isOnlyAcceptance() {
        return !several && addresses.size() == 1 && addresses.get(0).result() instanceof AttemptResult.Accepted;
    }

    /** The last result of a kind. */
    <T extends AttemptResult> Optional<T> last(Class<T> kind) {
        return addresses.stream()
                .map(AddressAttempt::result)
                .filter(kind::isInstance)
                .map(kind::cast)
                .reduce((earlier, later) -> later);
    }
}
