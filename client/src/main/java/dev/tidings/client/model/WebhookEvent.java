package dev.tidings.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A kind of event that is sent to the webhooks of a tenant. */
public enum WebhookEvent {
    @JsonProperty("delivery.sent")
    DELIVERY_SENT,
    @JsonProperty("delivery.delivered")
    DELIVERY_DELIVERED,
    @JsonProperty("delivery.failed")
    DELIVERY_FAILED,
    @JsonProperty("notification.read")
    NOTIFICATION_READ,
    @JsonProperty("notification.archived")
    NOTIFICATION_ARCHIVED,
    /** A value that is newer than the client. */
    @JsonEnumDefaultValue
    UNKNOWN;

    /** The name in the API, such as {@code delivery.sent}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
