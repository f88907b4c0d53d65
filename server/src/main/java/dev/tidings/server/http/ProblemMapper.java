package dev.tidings.server.http;

import dev.tidings.core.log.LogException;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.server.auth.UnauthenticatedException;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.templates.InvalidTemplateException;
import dev.tidings.widecolumn.StoreException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps any exception of a handler to a {@link ProblemException}. Unexpected ones are logged under an id, and only the id is sent. */
final class ProblemMapper {
    private static final Logger log = LoggerFactory.getLogger(ProblemMapper.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private ProblemMapper() {}

    /** @param cursor the cursor of the call; null if none */
    static ProblemException toProblem(Throwable thrown, String operation, String cursor) {
        Throwable failure = unwrapped(thrown);
        if (failure instanceof ProblemException problem) {
            return problem;
        }
        if (failure instanceof InvalidRequestException invalid) {
            return invalid(invalid);
        }
        if (failure instanceof InvalidTemplateException invalid) {
            return invalid(new InvalidRequestException(invalid.errors().stream()
                    .map(templateError ->
                            new FieldError(templateError.pointer(), templateError.value(), templateError.expected()))
                    .toList()));
        }
        if (failure instanceof InvalidCursorException) {
            return Cursors.invalid(cursor);
        }
        if (failure instanceof UnauthenticatedException unauthenticated) {
            return new ProblemException(Problem.UNAUTHENTICATED, unauthenticated.getMessage())
                    .header("WWW-Authenticate", "Bearer realm=\"tidings\"");
        }
        if (failure instanceof RejectedExecutionException) {
            return overloaded();
        }
        ProblemException ofStorage = ofStorage(failure);
        return ofStorage == null ? internal(failure, operation) : ofStorage;
    }

    static ProblemException invalid(InvalidRequestException invalid) {
        var first = invalid.errors().get(0);
        String where = first.pointer().isEmpty() ? "the body" : first.pointer();
        int more = invalid.errors().size() - 1;
        String detail = where + ": expected " + first.expected() + (more > 0 ? ", and " + more + " more" : "");
        return new ProblemException(Problem.INVALID_REQUEST, detail, invalid.errors());
    }

    static ProblemException overloaded() {
        return new ProblemException(Problem.OVERLOADED, "nothing was done").retryAfter(RETRY_AFTER);
    }

    /** Null if it is not an exception of the stores or the log. */
    private static ProblemException ofStorage(Throwable failure) {
        if (failure instanceof MetadataException meta && meta.temporary()) {
            return new ProblemException(Problem.UNAVAILABLE, "the database is unavailable").retryAfter(RETRY_AFTER);
        }
        if (failure instanceof StoreException store) {
            if (store.overloaded()) {
                return overloaded();
            }
            if (store.reason() == StoreException.Reason.UNKNOWN_OUTCOME) {
                return unknown();
            }
            return store.retrySafe()
                    ? new ProblemException(Problem.UNAVAILABLE, "the store is unavailable").retryAfter(RETRY_AFTER)
                    : null;
        }
        if (failure instanceof LogException logged) {
            return switch (logged.reason()) {
                case TENANT_BACKLOG ->
                    new ProblemException(Problem.TENANT_BUSY, "nothing was done").retryAfter(RETRY_AFTER);
                case OVERLOADED -> overloaded();
                case CLOSED -> new ProblemException(Problem.UNAVAILABLE, "shutting down").retryAfter(RETRY_AFTER);
                case FAILED -> unknown();
            };
        }
        return null;
    }

    private static ProblemException unknown() {
        return new ProblemException(Problem.OUTCOME_UNKNOWN, "the request may or may not have been executed")
                .retryAfter(RETRY_AFTER);
    }

    private static ProblemException internal(Throwable failure, String operation) {
        String id = UUID.randomUUID().toString();
        log.error("{} failed ({})", operation, id, failure);
        return new ProblemException(Problem.INTERNAL, "the error is in the server's log under the id " + id);
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable failure = thrown;
        while (failure instanceof CompletionException && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }
}
