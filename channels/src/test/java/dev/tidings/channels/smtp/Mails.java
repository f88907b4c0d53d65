package dev.tidings.channels.smtp;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Shared helpers of the mail tests. */
final class Mails {
    static final String TO = "ada@example.com";
    static final Message.Email HELLO = new Message.Email("Hello", "Hello, Ada", null, null);
    static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-11-16T12:00:00Z"));

    private static final SmtpKind KIND = new SmtpKind(new PublicAddresses(true));

    private Mails() {}

    static ProviderSettings settings(int port, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "host", "localhost",
                "port", "" + port,
                "tls", "none",
                "from", "Grüße <news@example.org>"));
        settings.putAll(more);
        return new ProviderSettings(KIND, settings);
    }

    static Provider open(int port, Map<String, String> more) {
        return open(new PublicAddresses(true), port, more);
    }

    static Provider open(PublicAddresses addresses, int port, Map<String, String> more) {
        return new SmtpKind(addresses)
                .open(settings(port, more), new ProviderContext(NOON, Duration.ofSeconds(10), receipt -> {}));
    }

    static Provider open(int port, ProviderContext context) {
        return KIND.open(settings(port, Map.of()), context);
    }

    static SmtpAccount account(Map<String, String> more) {
        return SmtpAccount.of(settings(25, more), new PublicAddresses(true));
    }

    static Delivery delivery(String to, Message message) {
        return new Delivery(
                new UserKey("acme", "ada"),
                UuidV7.of(1_764_000_000_000L, 1, 1),
                new Address(AddressKind.MAILBOX, to),
                message,
                Priority.NORMAL,
                null,
                1);
    }

    static Outcome send(Provider provider, String to, Message message) {
        try {
            return provider.deliver(delivery(to, message)).get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("expected an outcome", e);
        }
    }

    static Outcome send(Provider provider) {
        return send(provider, TO, HELLO);
    }

    /** The class and code of an outcome, such as {@code Retry throttled}. */
    static String brief(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return "Retry " + retry.code();
        }
        if (outcome instanceof Outcome.Unclear unclear) {
            return "Unclear " + unclear.code();
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return "Rejected " + rejected.code();
        }
        return outcome instanceof Outcome.Unregistered gone ? "Unregistered " + gone.code() : "Accepted";
    }
}
