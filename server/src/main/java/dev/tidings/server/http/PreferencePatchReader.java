package dev.tidings.server.http;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.server.validation.ClosestMatch;
import dev.tidings.server.validation.FieldErrors;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads the body of a change of preferences: {@code {"channels":{"email":false},"types":{"digest":{"push":null}},"quietHours":null}}. Types
 * and categories must exist, so that a user can't store unlimited names, and a typo is not taken for an opt-out.
 */
final class PreferencePatchReader {
    private static final String CHANNELS =
            "one of " + Arrays.stream(Channel.values()).map(Channel::wire).collect(Collectors.joining(", "));

    /** This runs on an event loop: comparing with more names takes longer than a suggestion is worth. */
    private static final int MAX_COMPARED = 500;

    private final JsonFields fields;
    private final FieldErrors errors;
    private final Map<String, NotificationType> types;

    PreferencePatchReader(JsonFields fields, Map<String, NotificationType> types) {
        this.fields = fields;
        this.errors = fields.errors();
        this.types = types;
    }

    PreferencePatch read() {
        Set<String> categories = types.values().stream()
                .flatMap(type -> type.category().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        PreferencePatch patch = new PreferencePatch(
                fields.object("channels").map(this::channels).orElse(Map.of()),
                named("categories", "category", categories),
                named("types", "type", types.keySet()),
                QuietHoursFields.change(fields));
        fields.throwIfInvalid();
        patch.types().forEach(this::checkNotRequired);
        return patch;
    }

    private Map<String, Map<Channel, Optional<Boolean>>> named(String field, String what, Set<String> known) {
        Map<String, Map<Channel, Optional<Boolean>>> named = new TreeMap<>();
        fields.object(field).ifPresent(of -> {
            for (Map.Entry<String, Object> entry : of.all().entrySet()) {
                // Unknown names are errors, so this ends soon, however many there are.
                if (errors.isFull()) {
                    break;
                }
                String name = entry.getKey();
                String pointer = of.pointer(name);
                if (!known.contains(name)) {
                    errors.add(pointer, name, "a " + what + " that exists" + hint(name, known));
                }
                named.put(name, channels(JsonFields.of(pointer, entry.getValue(), errors)));
            }
        });
        return named;
    }

    private static String hint(String name, Set<String> known) {
        if (known.size() > MAX_COMPARED) {
            return "";
        }
        return ClosestMatch.to(name.length() > 64 ? name.substring(0, 64) : name, known)
                .map(near -> ": did you mean '" + near + "'?")
                .orElse("");
    }

    private Map<Channel, Optional<Boolean>> channels(JsonFields of) {
        Map<Channel, Optional<Boolean>> channels = new EnumMap<>(Channel.class);
        for (Map.Entry<String, Object> entry : of.all().entrySet()) {
            if (errors.isFull()) {
                break;
            }
            String name = entry.getKey();
            Object value = entry.getValue();
            Optional<Channel> channel = Channel.ofWire(name);
            if (channel.isEmpty()) {
                errors.add(of.pointer(name), name, CHANNELS);
            } else if (value != JsonFields.NULL && !(value instanceof Boolean)) {
                errors.add(of.pointer(name), JsonFields.display(value), "true, false, or null for the default");
            } else {
                channels.put(channel.get(), value instanceof Boolean bool ? Optional.of(bool) : Optional.empty());
            }
        }
        return channels;
    }

    private void checkNotRequired(String name, Map<Channel, Optional<Boolean>> channels) {
        boolean off = channels.containsValue(Optional.of(false));
        if (off && types.get(name).required()) {
            throw new ProblemException(
                    Problem.TYPE_REQUIRED, "the type " + name + " is required and can't be turned off");
        }
    }
}
