package dev.tidings.server.intake;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A send request in {@link LogIntake}, with its sender, the tenant's types and templates, and its idempotency key.
 *
 * @param tenantCatalog the tenant's types and templates
 * @param key its idempotency key
 */
record Submission(Sender sender, SendRequest request, TenantCatalog tenantCatalog, Optional<String> key) {

    String tenant() {
        return sender.tenant();
    }

    /** @param sent the send time */
    Notification notification(UUID id, Instant sent) {
        return NotificationFactory.of(sender, request, tenantCatalog, id, sent, key.orElse(null));
    }

    /**
     * The log entry of a request that is sent at once.
     *
     * @param redelivered whether an entry with the same id may have been appended before
     */
    LogEntry entry(UUID id, boolean redelivered) {
        Notification notification = notification(id, UuidV7.time(id));
        Optional<String> user =
                request.target() instanceof Target.User one ? Optional.of(one.user()) : Optional.empty();
        return EnvelopeCodec.entry(new Envelope(notification, user, false, redelivered));
    }
}
