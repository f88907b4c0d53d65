package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A request, and what it takes to make a notification of it.
 *
 * @param known the tenant's types and templates
 * @param key its idempotency key
 */
record Asked(Sender sender, SendRequest request, Known known, Optional<String> key) {

    String tenant() {
        return sender.tenant();
    }

    /** @param sent when it is to be sent */
    Notification notification(UUID id, Instant sent) {
        return Notifications.of(sender, request, known, id, sent, key.orElse(null));
    }
}
