package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
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
        NotificationType type = known.get(typeName());
        return new Notification(
                sender.tenant(),
                id,
                id,
                type.name(),
                request.priority().orElse(usual(type)),
                request.channels(),
                request.locale().orElse(null),
                request.expiresAt().orElse(null),
                sender.source(),
                key.orElse(null),
                request.json());
    }

    /** Normal, unless the type may not even be that. */
    private static Priority usual(NotificationType type) {
        return Priority.NORMAL.moreUrgentThan(type.maxPriority()) ? type.maxPriority() : Priority.NORMAL;
    }
}
