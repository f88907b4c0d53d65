package dev.tidings.client;

import dev.tidings.client.model.FieldError;
import dev.tidings.client.model.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A call that the server refused.
 *
 * <pre>{@code
 * try {
 *     client.notifications().send(notification);
 * } catch (ProblemException refused) {
 *     refused.errors().forEach(error -> log.warn("{}: expected {}", error.pointer(), error.expected()));
 * }
 * }</pre>
 */
public final class ProblemException extends TidingsException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;
    private final transient Duration retryAfter;

    ProblemException(String call, Problem problem, Duration retryAfter) {
        super(
                call + " was refused with " + problem.status() + " " + problem.code() + ": " + problem.explanation(),
                null);
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    public Problem problem() {
        return problem;
    }

    /** The HTTP status. */
    public int status() {
        return problem.status();
    }

    /** The stable code, such as {@code invalid_request}; all of them are at {@code /docs/errors}. */
    public String code() {
        return problem.code();
    }

    public String title() {
        return problem.title();
    }

    public String detail() {
        return problem.detail();
    }

    /** The invalid fields. */
    public List<FieldError> errors() {
        return problem.errors();
    }

    /** The delay that the server asks for. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
