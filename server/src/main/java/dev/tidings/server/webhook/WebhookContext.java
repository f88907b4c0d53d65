package dev.tidings.server.webhook;

import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.server.delivery.Backoff;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.storage.Storage;
import java.time.Instant;

/**
 * The stores, services and settings that the webhook stage uses.
 *
 * @param delayed takes events that wait for a retry
 * @param sender is closed with the workers
 * @param erased the users about whom no event is sent any more
 */
public record WebhookContext(
        Storage storage,
        DelayQueue delayed,
        Endpoints endpoints,
        WebhookSender sender,
        Backoff backoff,
        ErasedUsers erased) {
    Instant now() {
        return Instant.ofEpochMilli(storage.clock().millis());
    }
}
