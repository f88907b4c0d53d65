package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Validates the {@code token} of a device registration for APNs, FCM or Web Push, and returns its canonical form, so that equal tokens
 * compare equal. A rejected token is not echoed in the response: it may be nearly right, and then it is nearly a secret.
 */
final class DeviceTokens {
    /** For tokens that are stored: the option may have changed since. */
    private static final CallableUrls ANY = new CallableUrls(new PublicAddresses(true));

    private static final int MAX_LENGTH = 4_096;
    private static final String APNS = "the token as Apple gave it to the app: 64 to 200 hexadecimal digits";
    private static final String FCM =
            "the token as Firebase gave it to the app: 1 to " + MAX_LENGTH + " visible ASCII characters without spaces";
    private static final String WEB_PUSH =
            "the browser's subscription, an object with endpoint and keys (p256dh and auth), or that as a text";
    /** Apple says that tokens may grow, and that clients should not rely on their length. */
    private static final Pattern HEX = Pattern.compile("([0-9A-Fa-f]{2}){32,100}");

    private DeviceTokens() {}

    /**
     * Empty if it is invalid; then the error is added to the fields.
     *
     * @param name the field of the token
     * @param urls checks the endpoint of a browser
     */
    static Optional<String> read(AddressKind kind, JsonFields fields, String name, CallableUrls urls) {
        return switch (kind) {
            case APNS ->
                text(fields, name, APNS)
                        .filter(text -> valid(HEX.matcher(text).matches(), text, APNS, fields, name))
                        .map(text -> text.toLowerCase(Locale.ROOT));
            case FCM -> text(fields, name, FCM).filter(text -> valid(isFcm(text), text, FCM, fields, name));
            case WEB_PUSH -> subscription(fields, name, urls);
            case MAILBOX, PHONE, URL -> throw new IllegalArgumentException(kind + " is not the kind of a device");
        };
    }

    private static boolean isFcm(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    private static Optional<String> text(JsonFields fields, String name, String expected) {
        Optional<Object> value = fields.raw(name);
        if (value.isEmpty() || !(value.get() instanceof String)) {
            fields.errors()
                    .add(fields.pointer(name), value.map(JsonFields::display).orElse(null), expected);
            return Optional.empty();
        }
        return value.map(String.class::cast);
    }

    private static boolean valid(boolean valid, String text, String expected, JsonFields fields, String name) {
        if (!valid) {
            fields.errors().add(fields.pointer(name), text.length() + " characters", expected);
        }
        return valid;
    }

    private static Optional<String> subscription(JsonFields fields, String name, CallableUrls urls) {
        Optional<Object> value = fields.raw(name);
        if (value.isPresent() && value.get() instanceof JsonTree.JsonObject) {
            return fields.object(name)
                    .flatMap(subscription -> BrowserSubscription.read(subscription, urls))
                    .map(BrowserSubscription::json);
        }
        return text(fields, name, WEB_PUSH).flatMap(text -> {
            Optional<BrowserSubscription> read = parsed(text, urls);
            valid(read.isPresent(), text, WEB_PUSH, fields, name);
            return read.map(BrowserSubscription::json);
        });
    }

    private static Optional<BrowserSubscription> parsed(String text, CallableUrls urls) {
        byte[] bytes = text.getBytes(UTF_8);
        FieldErrors errors = new FieldErrors();
        try {
            JsonFields fields =
                    JsonFields.of("", JsonTree.read(bytes, 0, bytes.length, errors, new JsonBudget(10, 1)), errors);
            Optional<BrowserSubscription> read = BrowserSubscription.read(fields, urls);
            return errors.isEmpty() ? read : Optional.empty();
        } catch (InvalidRequestException | ProblemException unreadable) {
            return Optional.empty();
        }
    }

    /** The part of a token whose end may be shown: of a Web Push subscription the endpoint, not the keys. */
    static String displayable(AddressKind kind, String token) {
        return kind == AddressKind.WEB_PUSH
                ? parsed(token, ANY).map(BrowserSubscription::endpoint).orElse("")
                : token;
    }
}
