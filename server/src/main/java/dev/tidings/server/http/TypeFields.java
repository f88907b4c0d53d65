package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.server.intake.SendTimeFields;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads a notification type from JSON, and writes types as JSON. */
final class TypeFields {
    private static final String CHANNELS =
            "one of " + Arrays.stream(Channel.values()).map(Channel::wire).collect(Collectors.joining(", "));
    private static final String PRIORITIES =
            "one of " + Arrays.stream(Priority.values()).map(Priority::wire).collect(Collectors.joining(", "));
    private static final int MAX_DISPLAY_NAME = 200;
    private static final int MAX_DESCRIPTION = 1_000;
    private static final String DESCRIPTION =
            "a text of 1 to " + MAX_DESCRIPTION + " bytes without control characters other than tabs and line ends";
    private static final int MAX_PER_HOUR = 1_000_000;

    private static final Duration MIN_LIFE = Duration.ofSeconds(1);
    private static final String EXPIRES_AFTER = SendTimeFields.DURATION + ", of at least a second and at most "
            + SendTimeResolver.HORIZON.toDays() + " days";

    private TypeFields() {}

    static NotificationType read(String name, JsonFields fields) {
        NotificationType defaults = NotificationType.DEFAULT;
        fields.readOnly("name", Optional.of(name));
        Optional<String> category = fields.text("category", ValueRules.TYPE_NAME, ValueRules::isName);
        Set<Channel> channels = fields.list("channels", "an array of channels: " + CHANNELS)
                .filter(values -> !values.isEmpty())
                .map(values -> channels(values, fields.pointer("channels"), fields.errors()))
                .orElse(defaults.channels());
        Priority maxPriority = fields.text(
                        "maxPriority", PRIORITIES, text -> Priority.ofWire(text).isPresent())
                .flatMap(Priority::ofWire)
                .orElse(defaults.maxPriority());
        Optional<Integer> perUserAndHour = fields.integer("perUserAndHour", 1, MAX_PER_HOUR);
        boolean required = fields.bool("required").orElse(defaults.required());
        Optional<Duration> expiresAfter =
                fields.text("expiresAfter", EXPIRES_AFTER, text -> isLife(text)).flatMap(SendTimeFields::duration);
        boolean repeatable = fields.bool("repeatable").orElse(defaults.repeatable());
        Optional<String> displayName = fields.singleLine("displayName", MAX_DISPLAY_NAME);
        Optional<String> description = fields.text("description", DESCRIPTION, TypeFields::isDescription);
        boolean active = fields.bool("active").orElse(defaults.active());
        fields.throwIfInvalid();
        return new NotificationType(
                name,
                category,
                channels,
                maxPriority,
                perUserAndHour.map(OptionalInt::of).orElse(OptionalInt.empty()),
                required,
                expiresAfter,
                repeatable,
                displayName,
                description,
                active);
    }

    private static boolean isDescription(String text) {
        return !text.isEmpty() && TextChecks.fits(text, MAX_DESCRIPTION) && !TextChecks.hasControlsWithinLines(text);
    }

    private static boolean isLife(String text) {
        return SendTimeFields.duration(text)
                .filter(life -> life.compareTo(SendTimeResolver.HORIZON) <= 0 && life.compareTo(MIN_LIFE) >= 0)
                .isPresent();
    }

    private static Set<Channel> channels(List<Object> values, String pointer, FieldErrors errors) {
        Set<Channel> channels = EnumSet.noneOf(Channel.class);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Optional<Channel> channel = value instanceof String wire ? Channel.ofWire(wire) : Optional.empty();
            if (channel.isEmpty() || !channels.add(channel.get())) {
                errors.add(FieldErrors.child(pointer, i), JsonFields.display(value), CHANNELS + ", each once");
            }
        }
        return channels;
    }

    static void write(JsonGenerator json, NotificationType type) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", type.name());
        Json.text(json, "displayName", type.displayName());
        Json.text(json, "description", type.description());
        Json.text(json, "category", type.category());
        json.writeArrayFieldStart("channels");
        for (Channel channel : new TreeSet<>(type.channels())) {
            json.writeString(channel.wire());
        }
        json.writeEndArray();
        json.writeStringField("maxPriority", type.maxPriority().wire());
        json.writeFieldName("perUserAndHour");
        if (type.perUserAndHour().isPresent()) {
            json.writeNumber(type.perUserAndHour().getAsInt());
        } else {
            json.writeNull();
        }
        json.writeBooleanField("required", type.required());
        Json.text(json, "expiresAfter", type.expiresAfter().map(Duration::toString));
        json.writeBooleanField("repeatable", type.repeatable());
        json.writeBooleanField("active", type.active());
        json.writeEndObject();
    }
}
