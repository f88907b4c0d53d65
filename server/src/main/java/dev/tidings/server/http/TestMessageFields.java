package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.server.validation.AddressRules;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads the address of a test message, and writes its outcome. */
final class TestMessageFields {
    private static final String TO = "to";

    private TestMessageFields() {}

    /** @param kinds the kinds of address that the provider reaches */
    static Address read(JsonFields fields, Set<AddressKind> kinds, CallableUrls urls) {
        String expected =
                "one of " + new TreeSet<>(kinds).stream().map(AddressKind::wire).collect(Collectors.joining(", "));
        Optional<AddressKind> named = fields.text(
                        "kind",
                        expected,
                        wire -> AddressKind.ofWire(wire).filter(kinds::contains).isPresent())
                .flatMap(AddressKind::ofWire);
        if (kinds.size() > 1) {
            fields.required("kind", named, AddressKind.MAILBOX, expected);
        }
        AddressKind kind = named.orElse(kinds.iterator().next());
        Optional<String> value = switch (kind) {
            case MAILBOX -> text(fields, AddressRules.EMAIL, AddressRules::isEmail);
            case PHONE -> text(fields, AddressRules.PHONE, AddressRules::isPhone);
            case URL -> text(fields, urls.expected(), urls::isUrl);
            case APNS, FCM, WEB_PUSH -> DeviceTokens.read(kind, fields, TO, urls);
        };
        fields.throwIfInvalid();
        return new Address(kind, value.orElseThrow());
    }

    private static Optional<String> text(JsonFields fields, String expected, Predicate<String> valid) {
        Optional<String> value = fields.text(TO, expected, valid);
        fields.required(TO, value, expected);
        return value;
    }

    static void write(JsonGenerator json, Outcome outcome) throws IOException {
        json.writeStartObject();
        json.writeStringField("outcome", outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        json.writeStringField(
                "messageId", outcome instanceof Outcome.Accepted accepted ? accepted.providerMessageId() : null);
        json.writeStringField("code", outcome instanceof Outcome.Failure failure ? failure.code() : null);
        json.writeStringField("text", outcome instanceof Outcome.Failure failure ? failure.text() : null);
        json.writeEndObject();
    }
}
