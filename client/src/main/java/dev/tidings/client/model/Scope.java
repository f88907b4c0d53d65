package dev.tidings.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A permission of an API key. */
public enum Scope {
    @JsonProperty("send")
    SEND,
    @JsonProperty("read")
    READ,
    @JsonProperty("manage")
    MANAGE,
    @JsonProperty("admin")
    ADMIN,
    /** A value that is newer than the client. */
    @JsonEnumDefaultValue
    UNKNOWN;

    /** The name in the API, such as {@code send}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
