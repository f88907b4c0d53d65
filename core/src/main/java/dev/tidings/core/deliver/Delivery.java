package dev.tidings.core.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.UUID;

/**
 * One notification on its way to one address of one user.
 *
 * @param message what it says, rendered for this user and channel
 * @param expiresAt from then on nobody wants it any more, and a far side that can be told so is told; null if it keeps
 * @param attempt 1 for the first
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
     * What a far side can know a repeat by: the same for each attempt, another for every other delivery. 36 characters of hex and
     * dashes, which fit wherever such a key goes (an idempotency key, a collapse id, a Message-ID).
     */
    public String dedupeKey() {
        // With their lengths, so that no two deliveries read the same.
        StringBuilder name = new StringBuilder();
        for (String part : new String[] {
            user.tenant(), user.user(), notification.toString(), channel().wire(), address.value()
        }) {
            name.append(part.length()).append(':').append(part);
        }
        return UUID.nameUUIDFromBytes(name.toString().getBytes(UTF_8)).toString();
    }
}
