package dev.tidings.server.intake;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.server.validation.FieldError;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A send request that is well-formed and within all limits. Rules that depend on the tenant's data, such as whether its type exists, are
 * not checked yet.
 *
 * @param channels empty if it names none
 * @param sendTime empty if it is to be sent at once
 * @param idempotencyKey of a line of a batch; a single request has it in a header
 * @param expiredError the error of a request with an idempotency key that has already expired; reported unless it retries a request that was
 *     accepted in time
 * @param json the request as received
 */
public record SendRequest(
        Optional<String> type,
        Target target,
        Set<Channel> channels,
        Optional<Priority> priority,
        Optional<String> locale,
        Optional<Instant> expiresAt,
        Optional<SendTime> sendTime,
        Content content,
        Optional<String> idempotencyKey,
        Optional<FieldError> expiredError,
        byte[] json) {
    public SendRequest {
        channels = Set.copyOf(channels);
    }
}
