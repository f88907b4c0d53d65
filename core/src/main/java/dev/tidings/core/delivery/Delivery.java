package dev.tidings.core.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.UUID;

/**
 * The input of a provider: a notification to deliver to one address of one user.
 *
 * @param message the content, rendered for this user and channel
 * @param expiresAt the time from which it must not be delivered, passed on to providers that support it; null if it does not expire
 * @param attempt the number of the attempt, from 1
 */
public record Delivery(
        UserKey user,
        UUID notification,
        Address address,
        Message message,
        Priority priority,
        Instant expiresAt,
        int attempt) {
    public Delivery {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: got " + attempt + ", expected 1 or more");
        }
    }

    public Channel channel() {
        return address.kind().channel();
    }

    /**
     * A deduplication key for the provider: the same for each attempt, and different for every other delivery. 36 characters of hex and
     * dashes, which fit wherever such a key goes (an idempotency key, a collapse id, a Message-ID).
     */
    public String dedupeKey() {
        // Length-prefixed, so that no two deliveries have the same name.
        StringBuilder name = new StringBuilder();
        for (String part : new String[] {
            user.tenant(), user.user(), notification.toString(), channel().wire(), address.value()
        }) {
            name.append(part.length()).append(':').append(part);
        }
        return UUID.nameUUIDFromBytes(name.toString().getBytes(UTF_8)).toString();
    }
}
