package dev.tidings.channels.webpush;

import com.interaso.webpush.VapidKeys;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A test account with generated keys, and deliveries for it. */
final class TestSender {
    static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    static final Instant SOON = NOW.plus(Duration.ofHours(1));
    static final Message.Push PUSH = new Message.Push("t", "b", null, null);

    private TestSender() {}

    static Map<String, String> settings(VapidKeys keys) {
        Map<String, String> settings = new HashMap<>();
        settings.put("vapidPublicKey", Browser.encoded(keys.getApplicationServerKey()));
        settings.put(
                "vapidPrivateKey",
                Browser.encoded(Browser.fixed(keys.getPrivateKey().getS())));
        settings.put("subject", "mailto:push@example.org");
        return settings;
    }

    static Provider open(WebPushKind kind, Map<String, String> settings, Duration timeout) {
        return kind.open(new ProviderSettings(kind, settings), new ProviderContext(() -> NOW, timeout, receipt -> {}));
    }

    static Delivery delivery(String subscription, Message.Push message, Priority priority, Instant expiresAt) {
        return new Delivery(
                new UserKey("acme", "usr_1"),
                UuidV7.of(1_764_000_000_000L, 1, 1),
                new Address(AddressKind.WEB_PUSH, subscription),
                message,
                priority,
                expiresAt,
                1);
    }
}
