package dev.tidings.client.model;

import java.util.Map;

/**
 * A device to register.
 *
 * @param kind {@code apns}, {@code fcm} or {@code web_push}; null for the one of the platform
 * @param platform {@code ios}, {@code android} or {@code web}
 * @param token of the push service; for Web Push the subscription, as a map or as its JSON text
 */
public record DeviceRegistration(String kind, String platform, Object token, String appVersion) {

    public static DeviceRegistration ios(String token) {
        return new DeviceRegistration(null, "ios", token, null);
    }

    public static DeviceRegistration android(String token) {
        return new DeviceRegistration(null, "android", token, null);
    }

    public static DeviceRegistration web(String endpoint, String p256dh, String auth) {
        return new DeviceRegistration(null, "web", Map.of("endpoint", endpoint, "p256dh", p256dh, "auth", auth), null);
    }
}
