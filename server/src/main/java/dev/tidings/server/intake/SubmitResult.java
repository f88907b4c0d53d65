package dev.tidings.server.intake;

import dev.tidings.core.model.Priority;
import dev.tidings.server.validation.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The result of a send request: accepted with its id, or the reason why it was refused. */
public sealed interface SubmitResult {

    /**
     * It is durable and will be routed.
     *
     * @param replayed whether it was accepted before, under the same idempotency key
     * @param sendAt its send time; empty if at once
     */
    record Accepted(UUID id, boolean replayed, Optional<Instant> sendAt) implements SubmitResult {
        public Accepted(UUID id, boolean replayed) {
            this(id, replayed, Optional.empty());
        }
    }

    /** It had already expired. */
    record ExpiredRequest(FieldError error) implements SubmitResult {}

    /** It can't be sent at the requested time. */
    record InvalidSendTime(FieldError error) implements SubmitResult {}

    /**
     * The tenant has no such type.
     *
     * @param nearest the most similar type
     */
    record UnknownType(String type, Optional<String> nearest) implements SubmitResult {}

    /** The type does not accept new requests. */
    record InactiveType(String type) implements SubmitResult {}

    /** The type does not allow so urgent a priority. */
    record PriorityNotAllowed(String type, Priority asked, Priority maxPriority) implements SubmitResult {}

    /** A template needs a value that the request does not have. */
    record MissingValues(List<FieldError> errors) implements SubmitResult {}

    /** The rendered content exceeds the limit of a channel. */
    record TooLarge(List<FieldError> errors) implements SubmitResult {}

    /** The idempotency key was used with another request. */
    record KeyReused(String key) implements SubmitResult {}

    /** The same request is being accepted by another call. */
    record InProgress(Duration retryAfter) implements SubmitResult {}

    /** One request of a batch failed; the failure tells what is known. The others have their own results. */
    record Failed(Throwable failure) implements SubmitResult {}

    /** The backlog is full. Nothing was accepted. */
    record Overloaded(BacklogScope scope, Duration retryAfter) implements SubmitResult {
        /** The backlog that is full. */
        public enum BacklogScope {
            TENANT,
            SERVER
        }
    }
}
