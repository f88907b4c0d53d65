package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.server.validation.TextChecks;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the registration of a device from JSON, and writes devices as JSON. Of the push token only the end is written. */
final class DeviceFields {
    private static final String TOKEN = "token";
    private static final int MAX_ID_BYTES = 120;
    private static final int MAX_VERSION_BYTES = 64;
    /** Only the end of a token is shown, and only if most of it stays hidden. */
    private static final int SHOWN_CHARACTERS = 4;

    private static final int MIN_HIDDEN_CHARACTERS = 12;

    static final String ID = "the id of a device, of 1 to " + MAX_ID_BYTES + " bytes without control characters";
    private static final String KINDS = "one of apns, fcm, web_push";
    private static final String PLATFORMS = "one of ios, android, web";

    /** The default push service of each platform. */
    private static final Map<String, AddressKind> DEFAULT_KINDS =
            new TreeMap<>(Map.of("ios", AddressKind.APNS, "android", AddressKind.FCM, "web", AddressKind.WEB_PUSH));

    private DeviceFields() {}

    static boolean isId(String text) {
        return !text.isEmpty() && TextChecks.fits(text, MAX_ID_BYTES) && !TextChecks.hasControls(text);
    }

    static DeviceRegistration change(String id, JsonFields fields, CallableUrls urls) {
        Optional<AddressKind> named =
                fields.text("kind", KINDS, text -> kind(text).isPresent()).flatMap(DeviceFields::kind);
        Optional<String> platform = fields.text("platform", PLATFORMS, DEFAULT_KINDS::containsKey);
        Optional<String> version = fields.singleLine("appVersion", MAX_VERSION_BYTES);
        if (fields.raw("kind").isEmpty() && fields.raw("platform").isEmpty()) {
            fields.errors().add(fields.pointer("kind"), null, KINDS + "; or a platform, " + PLATFORMS);
        }
        Optional<AddressKind> kind = named.or(() -> platform.map(DEFAULT_KINDS::get));
        // Without a kind the token can't be validated, and the missing kind is already reported.
        Optional<String> token = kind.flatMap(known -> DeviceTokens.read(known, fields, TOKEN, urls));
        fields.raw(TOKEN);
        fields.throwIfInvalid();
        return new DeviceRegistration(id, kind.orElseThrow(), token.orElseThrow(), platform, version);
    }

    private static Optional<AddressKind> kind(String wire) {
        return AddressKind.ofWire(wire).filter(DEFAULT_KINDS::containsValue);
    }

    static void write(JsonGenerator json, Device device) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", device.id());
        json.writeStringField("kind", device.kind().wire());
        Json.text(json, "platform", device.platform());
        Json.text(json, "appVersion", device.appVersion());
        Json.text(json, "tokenEnd", end(DeviceTokens.displayable(device.kind(), device.token())));
        json.writeBooleanField("active", device.active());
        Json.time(json, "lastUsedAt", device.lastUsedAt());
        Json.time(json, "createdAt", device.createdAt());
        json.writeEndObject();
    }

    private static Optional<String> end(String token) {
        return token.length() < SHOWN_CHARACTERS + MIN_HIDDEN_CHARACTERS
                ? Optional.empty()
                : Optional.of(token.substring(token.length() - SHOWN_CHARACTERS));
    }
}
