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
import java.util.Optional;
import java.util.TreeSet;

/** Reads a change of a user profile, its addresses, locale and time zone, from JSON, and writes profiles as JSON. */
final class UserFields {
    static final int MAX_ID_BYTES = 128;
    private static final String ID = "id";
    private static final String CREATED_AT = "createdAt";
    private static final String UPDATED_AT = "updatedAt";
    private static final String UNREACHABLE = "unreachable";

    private UserFields() {}

    /** The change of one user, whose id may be repeated in the body. */
    static UserChange checked(String user, JsonFields fields, Optional<UserProfile> stored, CallableUrls urls) {
        fields.readOnly(ID, Optional.of(user));
        checkTimes(fields, stored);
        UserChange change = change(user, fields, urls);
        fields.throwIfInvalid();
        return change;
    }

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

    /** Whether {@link #checkTimes} needs the stored profile. */
    static boolean hasTimes(JsonFields fields) {
        return fields.raw(CREATED_AT).isPresent() || fields.raw(UPDATED_AT).isPresent();
    }

    /** @param stored empty if there is no profile yet */
    static void checkTimes(JsonFields fields, Optional<UserProfile> stored) {
        // Reported by providers, and out of date as soon as an address is set: ignored.
        fields.raw(UNREACHABLE);
        fields.readOnlyTime(CREATED_AT, stored.map(UserProfile::createdAt));
        fields.readOnlyTime(UPDATED_AT, stored.map(UserProfile::updatedAt));
    }

    /** The id of a user in a bulk request. */
    static String id(JsonFields fields) {
        String expected = ValueRules.userId(MAX_ID_BYTES);
        return fields.required(
                ID,
                fields.text(ID, expected, text -> TextChecks.isClean(text) && ValueRules.isUserId(text, MAX_ID_BYTES)),
                expected);
    }

    static void write(JsonGenerator json, UserProfile user) throws IOException {
        json.writeStartObject();
        json.writeStringField(ID, user.user());
        Json.text(json, "email", user.email());
        Json.text(json, "phone", user.phone());
        Json.text(json, "webhook", user.webhook());
        Json.text(json, "locale", user.locale());
        Json.text(json, "timeZone", user.timeZone());
        json.writeArrayFieldStart(UNREACHABLE);
        for (AddressKind kind : new TreeSet<>(user.unreachable())) {
            json.writeString(field(kind));
        }
        json.writeEndArray();
        Json.time(json, CREATED_AT, user.createdAt());
        Json.time(json, UPDATED_AT, user.updatedAt());
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
