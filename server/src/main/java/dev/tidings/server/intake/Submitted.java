package dev.tidings.server.intake;

import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What became of a request to send. */
public sealed interface Submitted {

    /**
     * It is durable and will be routed.
     *
     * @param replayed whether it was accepted before, under the same idempotency key
     * @param sendAt when it is to be sent; empty if at once
     */
    record Accepted(UUID id, boolean replayed, Optional<Instant> sendAt) implements Submitted {
        public Accepted(UUID id, boolean replayed) {
            this(id, replayed, Optional.empty());
        }
    }

    /** It had expired when it came. */
    record Late(FieldError error) implements Submitted {}

    /** It can't be sent when it asks for. */
    record WrongTime(FieldError error) implements Submitted {}

    /** @param nearest the type that was probably meant */
    record UnknownType(String type, Optional<String> nearest) implements Submitted {}

    record PriorityNotAllowed(String type, Priority asked, Priority most) implements Submitted {}

    /** A template needs what it does not have. */
    record Lacking(List<FieldError> errors) implements Submitted {}

    /** What it says is more than a channel takes that it goes to. */
    record TooLarge(List<FieldError> errors) implements Submitted {}

    /** The same idempotency key came with another request. */
    record KeyOfAnother(String key) implements Submitted {}

    /** The same request is being accepted right now, by another call. */
    record InProgress(Duration retryAfter) implements Submitted {}

    /** One of several could not be taken, and the failure says what is known of it. The others have answers of their own. */
    record Failed(Throwable failure) implements Submitted {}

    /** Too much is waiting. Nothing was accepted. */
    record Busy(Whose whose, Duration retryAfter) implements Submitted {
        /** Whose backlog is full. */
        public enum Whose {
            TENANT,
            SERVER
        }
    }
}
