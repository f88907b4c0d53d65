package dev.tidings.core.metadata;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of webhook event that a tenant's {@link WebhookEndpoint} can subscribe to, such as delivery.sent or notification.read. */
public enum WebhookEventKind {
    /** A provider has accepted the message, or the notification is in the inbox. */
    DELIVERY_SENT,
    /** The message has arrived, as far as the provider can tell. */
    DELIVERY_DELIVERED,
    /** The message will not arrive. */
    DELIVERY_FAILED,
    NOTIFICATION_READ,
    NOTIFICATION_ARCHIVED;

    private final String wire = name().toLowerCase(Locale.ROOT).replace('_', '.');

    public String wire() {
        return wire;
    }

    public static Optional<WebhookEventKind> ofWire(String wire) {
        return Arrays.stream(values()).filter(kind -> kind.wire.equals(wire)).findFirst();
    }
}
