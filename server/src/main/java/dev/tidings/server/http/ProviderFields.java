package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.provider.AccountView;
import dev.tidings.server.provider.ProviderKinds;
import dev.tidings.server.provider.ProviderState;
import dev.tidings.server.validation.ClosestMatch;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.TextChecks;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads and writes provider accounts as JSON. Values that may be secret appear neither in errors nor in responses. */
final class ProviderFields {
    /** The fields of responses that tell how the account is doing; ignored in requests. */
    static final List<String> OBSERVED = List.of("problem", "state", "failingSince", "circuitOpenUntil", "lastError");

    /** The placeholder of a secret in responses. In a request, it keeps the stored secret. */
    private static final String SET = "[set]";

    /** The state of an account that can't be opened. */
    private static final String UNUSABLE = "unusable";

    private static final int DEFAULT_RANK = 100;
    private static final int MAX_RANK = 1_000_000;
    private static final int DEFAULT_CONCURRENT = 50;
    private static final int MAX_CONCURRENT = 10_000;
    private static final int MAX_PER_SECOND = 1_000_000;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);
    private static final int MAX_SETTINGS = 50;
    private static final int MAX_SETTING_BYTES = 16 << 10;
    /** Of all settings together, so that the encrypted ones fit into their column. */
    private static final int MAX_SETTINGS_BYTES = 24 << 10;

    private ProviderFields() {}

    static AccountDraft read(JsonFields fields, ProviderKinds kinds) {
        String expected = "one of " + String.join(", ", kinds.names());
        Optional<String> name = fields.text("kind", expected, text -> true);
        Optional<ProviderKind> kind = name.flatMap(kinds::find);
        fields.required("kind", name, expected);
        if (name.isPresent() && kind.isEmpty()) {
            fields.errors()
                    .add(
                            fields.pointer("kind"),
                            name.get(),
                            near(name.get(), kinds).orElse(expected));
        }
        Map<String, String> settings = fields.object("settings")
                .map(given -> settings(given, fields.pointer("settings")))
                .orElse(Map.of());
        int rank = fields.integer("rank", 0, MAX_RANK).orElse(DEFAULT_RANK);
        boolean enabled = fields.bool("enabled").orElse(true);
        int maxConcurrent = fields.integer("maxConcurrent", 1, MAX_CONCURRENT).orElse(DEFAULT_CONCURRENT);
        int perSecond = fields.integer("perSecond", 0, MAX_PER_SECOND).orElse(0);
        Duration timeout = fields.duration("timeout", MIN_TIMEOUT, MAX_TIMEOUT).orElse(DEFAULT_TIMEOUT);
        fields.throwIfInvalid();
        return new AccountDraft(kind.orElseThrow(), settings, rank, enabled, maxConcurrent, perSecond, timeout);
    }

    private static Optional<String> near(String name, ProviderKinds kinds) {
        String start = name.length() > 64 ? name.substring(0, 64) : name;
        return ClosestMatch.to(start, kinds.names()).map(near -> "a known kind: did you mean '" + near + "'?");
    }

    /** Settings are texts; integers and booleans are accepted and converted. */
    private static Map<String, String> settings(JsonFields fields, String pointer) {
        Map<String, String> settings = new HashMap<>();
        FieldErrors errors = fields.errors();
        long size = 0;
        for (Map.Entry<String, Object> each : fields.all().entrySet()) {
            Object value = each.getValue();
            if (value == JsonFields.NULL) {
                continue;
            }
            boolean plain = value instanceof String || value instanceof Long || value instanceof Boolean;
            String text = plain ? value.toString() : "";
            if (!plain || !TextChecks.fits(text, MAX_SETTING_BYTES)) {
                errors.add(fields.pointer(each.getKey()), null, "a text of at most " + MAX_SETTING_BYTES + " bytes");
            } else if (!text.equals(SET)) {
                settings.put(each.getKey(), text);
            }
            // A character takes at most six bytes as JSON in the database.
            size += 6L * each.getKey().length() + (text.length() > MAX_SETTING_BYTES ? 0 : escaped(text));
        }
        if (settings.size() > MAX_SETTINGS || size > MAX_SETTINGS_BYTES) {
            errors.add(
                    pointer,
                    null,
                    "at most " + MAX_SETTINGS + " settings of together at most " + MAX_SETTINGS_BYTES
                            + " bytes as JSON");
        }
        return settings;
    }

    private static long escaped(String text) {
        return text.chars()
                .mapToLong(c -> c < ' ' ? 6 : c == '"' || c == '\\' ? 2 : c < 0x80 ? 1 : 3)
                .sum();
    }

    static void write(JsonGenerator json, AccountView view, ProviderState state) throws IOException {
        ProviderAccount account = view.account();
        json.writeStartObject();
        json.writeStringField("name", account.name());
        json.writeStringField("kind", account.kind());
        Map<String, String> settings = new TreeMap<>(account.settings());
        view.secrets().forEach(name -> settings.put(name, SET));
        json.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            json.writeStringField(setting.getKey(), setting.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("rank", account.rank());
        json.writeBooleanField("enabled", account.enabled());
        json.writeNumberField("maxConcurrent", account.maxConcurrent());
        json.writeNumberField("perSecond", account.perSecond());
        json.writeStringField("timeout", account.timeout().toString());
        Json.text(json, "problem", view.problem().or(state::problem));
        json.writeStringField(
                "state", view.problem().isPresent() ? UNUSABLE : state.health().wire());
        Json.time(json, "failingSince", state.failingSince());
        Json.time(json, "circuitOpenUntil", state.circuitOpenUntil());
        lastError(json, state.lastError());
        json.writeEndObject();
    }

    private static void lastError(JsonGenerator json, Optional<ProviderState.CallError> error) throws IOException {
        if (error.isEmpty()) {
            json.writeNullField("lastError");
            return;
        }
        json.writeObjectFieldStart("lastError");
        Json.time(json, "at", error.get().at());
        json.writeStringField("code", error.get().code());
        json.writeStringField("text", error.get().text());
        json.writeEndObject();
    }

    static void write(JsonGenerator json, ProviderKind kind) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", kind.name());
        json.writeArrayFieldStart("carries");
        for (AddressKind address : new TreeSet<>(kind.addressKinds())) {
            json.writeString(address.wire());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("settings");
        for (ProviderSetting setting : kind.settings()) {
            json.writeStartObject();
            json.writeStringField("name", setting.name());
            json.writeBooleanField("required", setting.required());
            json.writeBooleanField("secret", setting.secret());
            json.writeStringField("expected", setting.expected());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
