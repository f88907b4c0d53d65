package dev.tidings.server.delivery;

import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Instant;
import java.util.Optional;

/**
 * The checks of a delivery before a provider is called: expiry, the user's preferences, quiet hours, and whether the address is still
 * theirs. A pure function.
 */
record PreSendCheck(OutboundDelivery delivery, NotificationType type) {

    /** The reason not to call a provider now; empty if there is none. */
    Optional<AttemptResult> objection(Contact contact, Preferences preferences, Instant now) {
        if (delivery.expiredBy(now)) {
            return Optional.of(new AttemptResult.Expired());
        }
        if (!preferences.allows(type, delivery.channel())) {
            return Optional.of(new AttemptResult.Suppressed(Suppression.OPTED_OUT));
        }
        return contact.quietUntil(delivery.priority(), preferences, now).map(AttemptResult.InQuietHours::new);
    }

    /** The reason not to use this address; empty if there is none. A push token may belong to another user by now. */
    Optional<AttemptResult> objection(Contact contact, Contact.ContactAddress address) {
        if (contact.addresses(delivery.channel()).contains(address)) {
            return Optional.empty();
        }
        return Optional.of(new AttemptResult.Suppressed(
                contact.isUnreachable(delivery.channel()) ? Suppression.ADDRESS_UNREACHABLE : Suppression.NO_ADDRESS));
    }
}
