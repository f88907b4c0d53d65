package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
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

    Notification notification(UUID id) {
        return Notifications.of(sender, request, known.get(typeName()), id, key.orElse(null));
    }
}
