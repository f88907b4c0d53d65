package dev.tidings.client.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Changes of preferences. What is not mentioned stays as it is; null sets a channel back to its default.
 *
 * <pre>{@code
 * new PreferenceChange().channel(Channel.SMS, true).category("news", Channel.EMAIL, false)
 * }</pre>
 */
public final class PreferenceChange {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** @param wanted null for the default */
    public PreferenceChange channel(Channel channel, Boolean wanted) {
        entries(fields, "channels").put(channel.wire(), wanted);
        return this;
    }

    /** @param wanted null for the default */
    public PreferenceChange category(String name, Channel channel, Boolean wanted) {
        entries(entries(fields, "categories"), name).put(channel.wire(), wanted);
        return this;
    }

    /** @param wanted null for the default */
    public PreferenceChange type(String name, Channel channel, Boolean wanted) {
        entries(entries(fields, "types"), name).put(channel.wire(), wanted);
        return this;
    }

    /** @param hours null for none */
    public PreferenceChange quietHours(QuietHours hours) {
        fields.put("quietHours", hours);
        return this;
    }

    /** The JSON of the request. */
    @JsonValue
    Map<String, Object> fields() {
        return fields;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> entries(Map<String, Object> in, String name) {
        return (Map<String, Object>) in.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
    }
}
