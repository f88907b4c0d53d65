package dev.tidings.server.intake;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A request to tell something, well-formed and within all limits. What only the tenant's data can tell, such as whether its type
 * exists, is still to be seen.
 *
 * @param channels empty if it names none
 * @param when empty if it is to be sent at once
 * @param idempotencyKey of a line of a batch; a single request has it in a header
 * @param late set if it has an idempotency key and has expired already: what to say, unless it is a repeat of one that was accepted
 *     in time
 * @param json the request as it came
 */
public record SendRequest(
        Optional<String> type,
        Target target,
        Set<Channel> channels,
        Optional<Priority> priority,
        Optional<String> locale,
        Optional<Instant> expiresAt,
        Optional<When> when,
        Content content,
        Optional<String> idempotencyKey,
        Optional<FieldError> late,
        byte[] json) {
    public SendRequest {
        channels = Set.copyOf(channels);
    }
}
