package dev.tidings.channels.apns;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.testkit.LoopbackCertificate;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** A test account with a generated key, and deliveries for it. */
final class TestAccount {
    static final String TEAM = "TEAM123456";
    static final String KEY = "KEY1234567";
    static final String TOPIC = "com.example.app";
    static final String TOKEN = "0123456789abcdef".repeat(4);
    static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    static final Instant SOON = NOW.plus(Duration.ofHours(1));

    private TestAccount() {}

    static KeyPair keys(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    static String pem(PrivateKey key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    static Map<String, String> settings(KeyPair keys, int port) throws GeneralSecurityException {
        Map<String, String> settings = new HashMap<>();
        settings.put("teamId", TEAM);
        settings.put("keyId", KEY);
        settings.put("signingKey", pem(keys.getPrivate()));
        settings.put("topic", TOPIC);
        settings.put("host", "127.0.0.1:" + port);
        settings.put("trustedCertificate", LoopbackCertificate.SHARED.pem());
        return settings;
    }

    static Provider open(Map<String, String> settings, Duration timeout) {
        return open(new ApnsKind(true), settings, timeout);
    }

    static Provider open(ApnsKind kind, Map<String, String> settings, Duration timeout) {
        return kind.open(
                new ProviderSettings(kind, settings),
                new ProviderKind.ProviderContext(() -> NOW, timeout, receipt -> {}));
    }

    static Delivery delivery(Message.Push message, Priority priority, Instant expiresAt) {
        return delivery(TOKEN, message, priority, expiresAt);
    }

    static Delivery delivery(String token, Message.Push message, Priority priority, Instant expiresAt) {
        return new Delivery(
                new UserKey("acme", "usr_1"),
                UuidV7.of(1_764_000_000_000L, 1, 1),
                new Address(AddressKind.APNS, token),
                message,
                priority,
                expiresAt,
                1);
    }
}
