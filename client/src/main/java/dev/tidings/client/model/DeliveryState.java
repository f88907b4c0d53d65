package dev.tidings.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The state of a delivery. */
public enum DeliveryState {
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("cancelled")
    CANCELLED,
    @JsonProperty("expired")
    EXPIRED,
    @JsonProperty("suppressed")
    SUPPRESSED,
    @JsonProperty("sent")
    SENT,
    @JsonProperty("failed")
    FAILED,
    @JsonProperty("delivered")
    DELIVERED,
    /** A value that is newer than the client. */
    @JsonEnumDefaultValue
    UNKNOWN;

    /** The name in the API, such as {@code pending}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
