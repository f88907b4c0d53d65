package dev.tidings.server.edge;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.meta.Device;
import dev.tidings.core.meta.DeviceChange;
import dev.tidings.server.intake.Text;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A device, as JSON. Its token goes in and never comes out again. */
final class DeviceFields {
    private static final int LONGEST_ID = 120;
    private static final int LONGEST_VERSION = 64;
    /** What is shown of a token must not be most of it. */
    private static final int SHOWN = 4;

    private static final int LEAST_HIDDEN = 12;

    static final String ID = "the id of a device, of 1 to " + LONGEST_ID + " bytes without control characters";
    private static final String KINDS = "one of apns, fcm, web_push";
    private static final String PLATFORMS = "one of ios, android, web";

    /** Who carries to a platform, unless the app uses something else. */
    private static final Map<String, AddressKind> USUAL =
            new TreeMap<>(Map.of("ios", AddressKind.APNS, "android", AddressKind.FCM, "web", AddressKind.WEB_PUSH));

    private DeviceFields() {}

    static boolean isId(String text) {
        return !text.isEmpty() && Text.fits(text, LONGEST_ID) && !Text.hasControls(text);
    }

    static DeviceChange change(String id, Fields fields) {
        Optional<AddressKind> named =
                fields.text("kind", KINDS, text -> kind(text).isPresent()).flatMap(DeviceFields::kind);
        Optional<String> platform = fields.text("platform", PLATFORMS, USUAL::containsKey);
        Optional<String> version = fields.line("appVersion", LONGEST_VERSION);
        if (fields.any("kind").isEmpty() && fields.any("platform").isEmpty()) {
            fields.errors().add(fields.at("kind"), null, KINDS + "; or a platform, " + PLATFORMS);
        }
        Optional<AddressKind> kind = named.or(() -> platform.map(USUAL::get));
        // Without a kind nobody can tell what the token should be, and the kind is what is wrong.
        Optional<String> token = kind.flatMap(known -> DeviceTokens.read(known, fields));
        fields.any("token");
        fields.refuseOthers();
        return new DeviceChange(id, kind.orElseThrow(), token.orElseThrow(), platform, version);
    }

    private static Optional<AddressKind> kind(String wire) {
        return AddressKind.ofWire(wire).filter(USUAL::containsValue);
    }

    static void write(JsonGenerator json, Device device) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", device.id());
        json.writeStringField("kind", device.kind().wire());
        Json.text(json, "platform", device.platform());
        Json.text(json, "appVersion", device.appVersion());
        Json.text(json, "tokenEnd", end(DeviceTokens.shown(device.kind(), device.token())));
        json.writeBooleanField("active", device.active());
        Json.time(json, "lastUsedAt", device.lastUsedAt());
        Json.time(json, "createdAt", device.createdAt());
        json.writeEndObject();
    }

    private static Optional<String> end(String token) {
        return token.length() < SHOWN + LEAST_HIDDEN
                ? Optional.empty()
                : Optional.of(token.substring(token.length() - SHOWN));
    }
}
