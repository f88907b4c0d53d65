package dev.tidings.server.intake;

import dev.tidings.core.model.Notification;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A send request with its context.
 *
 * @param known the tenant's types and templates
 * @param key its idempotency key
 */
record Submission(Sender sender, SendRequest request, TenantCatalog known, Optional<String> key) {

    String tenant() {
        return sender.tenant();
    }

    /** @param sent the send time */
    Notification notification(UUID id, Instant sent) {
        return Notifications.of(sender, request, known, id, sent, key.orElse(null));
    }
}
