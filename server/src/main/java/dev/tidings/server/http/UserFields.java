package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.server.intake.SendTimeFields;
import dev.tidings.server.validation.AddressRules;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.util.TreeSet;

/** Reads a change of a user profile, its addresses, locale and time zone, from JSON, and writes profiles as JSON. */
final class UserFields {
    static final int MAX_ID_BYTES = 128;

    private UserFields() {}

    /** Valid only if the fields have no errors. */
    static UserChange change(String user, JsonFields fields, CallableUrls urls) {
        return new UserChange(
                user,
                fields.text("email", AddressRules.EMAIL, AddressRules::isEmail),
                fields.text("phone", AddressRules.PHONE, AddressRules::isPhone),
                fields.text("webhook", urls.expected(), urls::isUrl),
                fields.text("locale", ValueRules.LANGUAGE_TAG, ValueRules::isLanguageTag),
                fields.text("timeZone", SendTimeFields.TIME_ZONE, SendTimeFields::isTimeZone));
    }

    /** The id of a user in a bulk request. */
    static String id(JsonFields fields) {
        String expected = ValueRules.userId(MAX_ID_BYTES);
        return fields.required(
                "id",
                fields.text(
                        "id", expected, text -> TextChecks.isClean(text) && ValueRules.isUserId(text, MAX_ID_BYTES)),
                expected);
    }

    static void write(JsonGenerator json, UserProfile user) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", user.user());
        Json.text(json, "email", user.email());
        Json.text(json, "phone", user.phone());
        Json.text(json, "webhook", user.webhook());
        Json.text(json, "locale", user.locale());
        Json.text(json, "timeZone", user.timeZone());
        json.writeArrayFieldStart("unreachable");
        for (AddressKind kind : new TreeSet<>(user.unreachable())) {
            json.writeString(field(kind));
        }
        json.writeEndArray();
        Json.time(json, "createdAt", user.createdAt());
        Json.time(json, "updatedAt", user.updatedAt());
        json.writeEndObject();
    }

    /** The field of an address. Devices are not among them: they have a state of their own. */
    private static String field(AddressKind kind) {
        return switch (kind) {
            case MAILBOX -> "email";
            case PHONE -> "phone";
            case URL -> "webhook";
            case APNS, FCM, WEB_PUSH -> kind.wire();
        };
    }
}
