package dev.tidings.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The priority of a notification, which decides its queue. */
public enum Priority {
    @JsonProperty("critical")
    CRITICAL,
    @JsonProperty("high")
    HIGH,
    @JsonProperty("normal")
    NORMAL,
    @JsonProperty("bulk")
    BULK,
    /** A value that is newer than the client. */
    @JsonEnumDefaultValue
    UNKNOWN;

    /** The name in the API, such as {@code critical}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
