package dev.tidings.server.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.server.validation.ClosestMatch;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.Rfc3339;
import dev.tidings.server.validation.StrictJson;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads and validates the fields of one send request in a single pass, for the {@link SendRequestParser}. An invalid field is reported and
 * skipped, so that all errors are found.
 */
final class SendRequestReader {
    /** The origin of a request, which decides what is validated. */
    enum Origin {
        SINGLE,
        KEYED,
        LINE,
        ACCEPTED
    }

    private static final List<String> FIELDS = List.of(
            "type",
            "to",
            "data",
            "channels",
            "title",
            "body",
            "deepLink",
            "priority",
            "locale",
            "expiresAt",
            "idempotencyKey",
            SendTimeFields.SEND_AT,
            SendTimeFields.SEND_AT_LOCAL,
            SendTimeFields.ZONE,
            SendTimeFields.DELAY);
    private static final int TO = 1;
    private static final int DATA = 2;
    private static final int TITLE = 4;
    private static final int BODY = 5;
    private static final int ZONE = 13;
    private static final String CHANNELS =
            "one of " + Arrays.stream(Channel.values()).map(Channel::wire).collect(Collectors.joining(", "));
    private static final String PRIORITIES =
            "one of " + Arrays.stream(Priority.values()).map(Priority::wire).collect(Collectors.joining(", "));

    private final StrictJson json;
    private final JsonParser parser;
    private final FieldErrors errors;
    private final Origin origin;
    private final RequestLimits limits;
    private final InstantSource clock;

    private int seen;
    private String type;
    private Target target;
    private String title;
    private String body;
    private String data;
    private String deepLink;
    private Set<Channel> channels = Set.of();
    private Priority priority;
    private String locale;
    private Instant expiresAt;
    private String idempotencyKey;
    private FieldError late;
    /** Null until one of its fields is seen: most requests are to be sent at once. */
    private SendTimeFields whenFields;

    private SendTime sendTime;

    SendRequestReader(StrictJson json, FieldErrors errors, Origin origin, RequestLimits limits, InstantSource clock) {
        this.json = json;
        this.parser = json.parser();
        this.errors = errors;
        this.origin = origin;
        this.limits = limits;
        this.clock = clock;
    }

    /** @param bytes the buffer of the parser, starting at the offset; a part of it is kept verbatim */
    void read(byte[] bytes, int offset) throws IOException {
        JsonToken first = parser.nextToken();
        if (first != JsonToken.START_OBJECT) {
            errors.add("", first == null ? null : json.currentText(), "a JSON object");
            return;
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            field(name, bytes, offset);
        }
        json.end(errors);
        if (!hasField(TO)) {
            errors.add("/to", null, "the recipients: {\"user\": …} or {\"users\": […]}");
        }
        if (!hasField(TITLE) && !hasField(BODY) && !hasField(DATA)) {
            errors.add("", null, "at least one of title, body and data");
        }
        if (whenFields != null) {
            sendTime = whenFields.sendTime(errors);
            if (sendTime instanceof SendTime.Local local && !hasField(ZONE) && target instanceof Target.Users) {
                errors.add("/sendAtLocal", local.given(), SendTimeFields.ONE_USER);
            }
        }
        boolean mayBeRepeat = origin == Origin.KEYED || idempotencyKey != null;
        if (late != null && !(mayBeRepeat && errors.isEmpty())) {
            errors.add(late.pointer(), late.value(), late.expected());
        }
    }

    SendRequest request(byte[] original) {
        return new SendRequest(
                Optional.ofNullable(type),
                target,
                channels,
                Optional.ofNullable(priority),
                Optional.ofNullable(locale),
                Optional.ofNullable(expiresAt),
                Optional.ofNullable(sendTime),
                new Content(title, body, data, deepLink),
                Optional.ofNullable(idempotencyKey),
                Optional.ofNullable(late),
                original);
    }

    private boolean hasField(int field) {
        return (seen & 1 << field) != 0;
    }

    /** A switch, as this is a hot path; negative for an unknown field. */
    private static int indexOf(String name) {
        return switch (name) {
            case "type" -> 0;
            case "to" -> TO;
            case "data" -> DATA;
            case "channels" -> 3;
            case "title" -> TITLE;
            case "body" -> BODY;
            case "deepLink" -> 6;
            case "priority" -> 7;
            case "locale" -> 8;
            case "expiresAt" -> 9;
            case "idempotencyKey" -> 10;
            case SendTimeFields.SEND_AT -> 11;
            case SendTimeFields.SEND_AT_LOCAL -> 12;
            case SendTimeFields.ZONE -> ZONE;
            case SendTimeFields.DELAY -> 14;
            default -> -1;
        };
    }

    private void field(String name, byte[] bytes, int offset) throws IOException {
        int known = indexOf(name);
        if (known < 0) {
            unknown("", name, FIELDS);
            return;
        }
        if ((seen & 1 << known) != 0) {
            errors.add("/" + name, name, "each field once");
            json.skip(errors);
            return;
        }
        seen |= 1 << known;
        switch (name) {
            case "type" -> {
                type = text("/type", ValueRules.TYPE_NAME);
                check(type == null || ValueRules.isName(type), "/type", type, ValueRules.TYPE_NAME);
            }
            case "to" -> target = new TargetReader(json, errors, limits).read();
            case "data" -> data = object(bytes, offset);
            case "channels" -> channels = channels();
            case "title" -> {
                title = text("/title", 1, limits.title());
                boolean valid = title == null || acceptedBefore() || !TextChecks.hasControls(title);
                check(valid, "/title", title, "one line of text without control characters");
            }
            case "body" -> {
                body = text("/body", 1, limits.body());
                boolean valid = body == null || acceptedBefore() || !TextChecks.hasControlsWithinLines(body);
                check(valid, "/body", body, "text without control characters other than tabs and line ends");
            }
            case "deepLink" -> {
                String expected = "a link with a scheme, of at most " + limits.deepLink() + " bytes";
                deepLink = text("/deepLink", expected);
                boolean valid =
                        deepLink == null || TextChecks.fits(deepLink, limits.deepLink()) && ValueRules.isLink(deepLink);
                check(valid, "/deepLink", deepLink, expected);
            }
            case "priority" -> {
                String wire = text("/priority", PRIORITIES);
                priority = wire == null ? null : Priority.ofWire(wire).orElse(null);
                check(wire == null || priority != null, "/priority", wire, PRIORITIES);
            }
            case "locale" -> {
                locale = text("/locale", ValueRules.LANGUAGE_TAG);
                check(locale == null || ValueRules.isLanguageTag(locale), "/locale", locale, ValueRules.LANGUAGE_TAG);
            }
            case "expiresAt" -> expiresAt = expiresAt();
            case "idempotencyKey" -> idempotencyKey = idempotencyKey();
            default -> when(name);
        }
    }

    /** Whether the request was accepted earlier, perhaps under other rules. */
    private boolean acceptedBefore() {
        return origin == Origin.ACCEPTED;
    }

    private void when(String name) throws IOException {
        if (whenFields == null) {
            whenFields = new SendTimeFields();
        }
        String text = text("/" + name, SendTimeFields.expected(name));
        whenFields.put(name, text, acceptedBefore(), errors);
    }

    private void unknown(String pointer, String name, List<String> known) throws IOException {
        if (!errors.isFull()) {
            errors.add(FieldErrors.child(pointer, name), name, expectedInstead(name, known));
        }
        json.skip(errors);
    }

    static String expectedInstead(String name, List<String> known) {
        return ClosestMatch.to(name.length() > 64 ? name.substring(0, 64) : name, known)
                .map(near -> "a known field: did you mean '" + near + "'?")
                .orElse("one of the fields " + String.join(", ", known));
    }

    /** Null if it is no string; the error is reported. */
    private String text(String pointer, String expected) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return json.string(pointer, errors);
        }
        errors.add(pointer, json.currentText(), expected);
        json.skip(errors);
        return null;
    }

    private String text(String pointer, int min, int max) throws IOException {
        String text = parser.currentToken() == JsonToken.VALUE_STRING ? json.string(pointer, errors) : null;
        if (text == null && parser.currentToken() == JsonToken.VALUE_STRING) {
            return null;
        }
        if (text == null || text.length() < min || !TextChecks.fits(text, max)) {
            errors.add(pointer, json.currentText(), "a string of " + min + " to " + max + " bytes");
            json.skip(errors);
        }
        return text;
    }

    private void check(boolean valid, String pointer, String value, String expected) {
        if (!valid) {
            errors.add(pointer, value, expected);
        }
    }

    private String object(byte[] bytes, int offset) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            errors.add("/data", json.currentText(), "an object of your own fields");
            json.skip(errors);
            return null;
        }
        int from = offset + (int) parser.currentTokenLocation().getByteOffset();
        json.skip(errors);
        int length = offset + (int) parser.currentLocation().getByteOffset() - from;
        if (length > limits.data()) {
            errors.add("/data", length + " bytes", "an object of at most " + limits.data() + " bytes");
            return null;
        }
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    /** An empty array is as good as none: clients generated from the description send it by default. */
    private Set<Channel> channels() throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            errors.add("/channels", json.currentText(), "an array of channels: " + CHANNELS);
            json.skip(errors);
            return Set.of();
        }
        Set<Channel> named = EnumSet.noneOf(Channel.class);
        for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            String pointer = FieldErrors.child("/channels", index);
            String wire = text(pointer, CHANNELS);
            Channel channel = wire == null ? null : Channel.ofWire(wire).orElse(null);
            check(wire == null || channel != null, pointer, wire, CHANNELS);
            check(channel == null || named.add(channel), pointer, wire, "each channel once");
        }
        return named;
    }

    private Instant expiresAt() throws IOException {
        String text = text("/expiresAt", ValueRules.TIME);
        Instant time = text == null ? null : Rfc3339.parse(text).orElse(null);
        check(text == null || time != null, "/expiresAt", text, ValueRules.TIME);
        if (time != null && origin != Origin.ACCEPTED && !time.isAfter(clock.instant())) {
            late = new FieldError("/expiresAt", text, "a time in the future");
        }
        return time;
    }

    private String idempotencyKey() throws IOException {
        if (origin == Origin.SINGLE || origin == Origin.KEYED) {
            errors.add(
                    "/idempotencyKey",
                    json.currentText(),
                    "no such field outside of batches: use the header Idempotency-Key");
            json.skip(errors);
            return null;
        }
        String expected = "1 to " + limits.idempotencyKey() + " visible ASCII characters";
        String key = text("/idempotencyKey", expected);
        check(
                key == null || ValueRules.isIdempotencyKey(key, limits.idempotencyKey()),
                "/idempotencyKey",
                key,
                expected);
        return key;
    }
}
