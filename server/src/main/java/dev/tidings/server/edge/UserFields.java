package dev.tidings.server.edge;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.meta.UserChange;
import dev.tidings.core.meta.UserProfile;
import dev.tidings.server.intake.Rules;
import dev.tidings.server.intake.Text;
import dev.tidings.server.intake.WhenFields;
import java.io.IOException;
import java.util.regex.Pattern;

/** What is told about a user, as JSON. */
final class UserFields {
    static final int LONGEST_ID = 128;
    private static final int LONGEST_EMAIL = 254;
    /** No more than that there is something on both sides: whether an address works, only a message to it can tell. */
    private static final Pattern EMAIL = Pattern.compile("[^\\s@\\p{Cntrl}]{1,64}@[^\\s@\\p{Cntrl}]{1,253}");

    private static final Pattern PHONE = Pattern.compile("\\+[1-9][0-9]{6,14}");

    private UserFields() {}

    /** Believed only if the fields have no errors. */
    static UserChange change(String user, Fields fields) {
        return new UserChange(
                user,
                fields.text("email", "an email address of at most " + LONGEST_EMAIL + " bytes", text -> isEmail(text)),
                fields.text(
                        "phone",
                        "a phone number (E.164) such as +4915112345678",
                        text -> PHONE.matcher(text).matches()),
                fields.text("locale", Rules.LANGUAGE_TAG, Rules::isLanguageTag),
                fields.text("timeZone", WhenFields.TIME_ZONE, WhenFields::isTimeZone));
    }

    private static boolean isEmail(String text) {
        return Text.fits(text, LONGEST_EMAIL) && EMAIL.matcher(text).matches();
    }

    /** The id of a user who is one of many. */
    static String id(Fields fields) {
        String expected = Rules.userId(LONGEST_ID);
        return fields.required(
                "id",
                fields.text("id", expected, text -> Text.isClean(text) && Rules.isUserId(text, LONGEST_ID)),
                expected);
    }

    static void write(JsonGenerator json, UserProfile user) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", user.user());
        Json.text(json, "email", user.email());
        Json.text(json, "phone", user.phone());
        Json.text(json, "locale", user.locale());
        Json.text(json, "timeZone", user.timeZone());
        Json.time(json, "createdAt", user.createdAt());
        Json.time(json, "updatedAt", user.updatedAt());
        json.writeEndObject();
    }
}
