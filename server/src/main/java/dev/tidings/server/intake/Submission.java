package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
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
}
