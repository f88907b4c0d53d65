package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import java.time.Instant;
import java.util.UUID;

/** What a request becomes once it is accepted. */
public final class Notifications {
    private Notifications() {}

    /**
     * @param known what says that it may be sent
     * @param sent when it is to be sent
     * @param key its idempotency key, or null
     */
    public static Notification of(Sender sender, SendRequest request, Known known, UUID id, Instant sent, String key) {
        NotificationType type = known.type(request);
        return new Notification(
                sender.tenant(),
                id,
                id,
                type.name(),
                request.priority().orElse(usual(type)),
                request.channels(),
                request.locale().orElse(null),
                request.expiresAt()
                        .or(() -> type.expiresAfter().map(sent::plus))
                        .orElse(null),
                sender.source(),
                key,
                known.revision(request),
                request.json());
    }

    /** Normal, unless the type may not even be that. */
    private static Priority usual(NotificationType type) {
        return Priority.NORMAL.moreUrgentThan(type.maxPriority()) ? type.maxPriority() : Priority.NORMAL;
    }
}
