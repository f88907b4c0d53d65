package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import java.time.Instant;
import java.util.UUID;

/** Creates a {@code Notification} from an accepted request and its id, with defaults for priority and expiry from its type. */
public final class NotificationFactory {
    private NotificationFactory() {}

    /**
     * @param known the tenant's types and templates
     * @param sent the send time
     * @param key its idempotency key, or null
     */
    public static Notification of(
            Sender sender, SendRequest request, TenantCatalog tenantCatalog, UUID id, Instant sent, String key) {
        NotificationType type = tenantCatalog.type(request);
        return new Notification(
                sender.tenant(),
                id,
                id,
                type.name(),
                request.priority().orElse(defaultPriority(type)),
                request.channels(),
                request.locale().orElse(null),
                request.expiresAt()
                        .or(() -> type.expiresAfter().map(sent::plus))
                        .orElse(null),
                sender.source(),
                key,
                tenantCatalog.revision(request),
                request.json());
    }

    /** Normal, or the maximum priority of the type if that is lower. */
    private static Priority defaultPriority(NotificationType type) {
        return Priority.NORMAL.moreUrgentThan(type.maxPriority()) ? type.maxPriority() : Priority.NORMAL;
    }
}
