package dev.tidings.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A way on which notifications reach a user. */
public enum Channel {
    @JsonProperty("in_app")
    IN_APP,
    @JsonProperty("push")
    PUSH,
    @JsonProperty("email")
    EMAIL,
    @JsonProperty("sms")
    SMS,
    @JsonProperty("webhook")
    WEBHOOK,
    /** A value that is newer than the client. */
    @JsonEnumDefaultValue
    UNKNOWN;

    /** The name in the API, such as {@code in_app}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
