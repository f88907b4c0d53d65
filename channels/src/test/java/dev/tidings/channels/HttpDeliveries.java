package dev.tidings.channels;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Shared helpers of the tests of HTTP providers. */
public final class HttpDeliveries {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private HttpDeliveries() {}

    public static Delivery of(AddressKind kind, String address, Message message, Priority priority, Instant expiresAt) {
        return new Delivery(
                new UserKey("acme", "usr_1"),
                UuidV7.of(1_764_000_000_000L, 1, 1),
                new Address(kind, address),
                message,
                priority,
                expiresAt,
                1);
    }

    public static Delivery of(AddressKind kind, String address, Message message) {
        return of(kind, address, message, Priority.NORMAL, null);
    }

    public static Provider open(ProviderKind kind, Map<String, String> settings, InstantSource clock) {
        return open(kind, settings, clock, TIMEOUT);
    }

    public static Provider open(
            ProviderKind kind, Map<String, String> settings, InstantSource clock, Duration timeout) {
        return kind.open(
                new ProviderSettings(kind, settings), new ProviderKind.ProviderContext(clock, timeout, receipt -> {
                    throw new AssertionError("no receipts over a connection");
                }));
    }

    public static Outcome await(CompletableFuture<Outcome> outcome) {
        try {
            return outcome.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("expected an outcome, got " + e, e);
        }
    }
}
