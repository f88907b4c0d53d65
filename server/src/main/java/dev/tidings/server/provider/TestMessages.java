package dev.tidings.server.provider;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sends a test message through one provider account. The account's limits and its circuit breaker don't apply, and the outcome changes
 * neither them nor the account's state: the address may be wrong.
 */
public final class TestMessages {
    private static final String TITLE = "Test message";
    private static final String BODY = "This is a test message. Your provider account works.";
    /** The user that no test message belongs to, in keys of providers. */
    private static final String NO_USER = "test";

    private final InstantSource clock;

    public TestMessages(InstantSource clock) {
        this.clock = clock;
    }

    /** Completes within the timeout of the account. */
    public CompletableFuture<Outcome> send(OpenProvider provider, Address address) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Delivery delivery = new Delivery(
                new UserKey(provider.account().tenant(), NO_USER),
                UuidV7.of(clock.millis(), random.nextInt(1 << 12), random.nextLong()),
                address,
                message(address),
                Priority.HIGH,
                null,
                1);
        return provider.provider().deliver(delivery);
    }

    private static Message message(Address address) {
        return switch (address.kind().channel()) {
            case PUSH -> new Message.Push(TITLE, BODY, null, null);
            case EMAIL -> new Message.Email(TITLE, BODY, null, null);
            case SMS -> new Message.Sms(BODY);
            case WEBHOOK ->
                new Message.Webhook("{\"type\":\"test\",\"title\":\"" + TITLE + "\",\"body\":\"" + BODY + "\"}");
            case IN_APP -> throw new IllegalArgumentException("the inbox has no provider");
        };
    }
}
