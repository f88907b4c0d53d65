package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A request, and what it takes to make a notification of it.
 *
 * @param known the tenant's types
 * @param key its idempotency key
 */
record Asked(Sender sender, SendRequest request, Map<String, NotificationType> known, Optional<String> key) {

    String tenant() {
        return sender.tenant();
    }

    String typeName() {
        return request.type().orElse(NotificationType.DEFAULT.name());
    }

    /** @param sent when it is to be sent */
    Notification notification(UUID id, Instant sent) {
        return Notifications.of(sender, request, known.get(typeName()), id, sent, key.orElse(null));
    }
}
