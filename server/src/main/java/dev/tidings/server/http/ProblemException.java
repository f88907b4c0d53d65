package dev.tidings.server.http;

import dev.tidings.server.validation.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Thrown to answer a request with a problem response: a {@link Problem} with a detail, field errors and headers such as {@code
 * Retry-After}.
 */
final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Problem problem;
    private final transient List<FieldError> errors;
    private final transient Map<String, String> headers = new TreeMap<>();

    ProblemException(Problem problem, String detail, List<FieldError> errors) {
        // Without a stack trace: it is an expected outcome.
        super(detail, null, false, false);
        this.problem = problem;
        this.errors = List.copyOf(errors);
    }

    ProblemException(Problem problem, String detail) {
        this(problem, detail, List.of());
    }

    /** An invalid query, path or header parameter. */
    static ProblemException parameter(String where, String value, String expected) {
        FieldError error = new FieldError(where, value, expected);
        return new ProblemException(Problem.INVALID_PARAMETER, where + ": expected " + expected, List.of(error));
    }

    static ProblemException notFound(String what) {
        return new ProblemException(Problem.NOT_FOUND, "there is no such " + what);
    }

    /** A copy with at most so many errors; the detail still has their number. */
    ProblemException withMaxErrors(int max) {
        return errors.size() <= max ? this : new ProblemException(problem, getMessage(), errors.subList(0, max));
    }

    /** A copy with the pointers moved under an enclosing one. */
    ProblemException nestedUnder(String pointer) {
        List<FieldError> moved = errors.stream()
                .map(error -> new FieldError(pointer + error.pointer(), error.value(), error.expected()))
                .toList();
        return new ProblemException(problem, pointer + getMessage(), moved);
    }

    ProblemException header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    ProblemException retryAfter(Duration delay) {
        long seconds = Math.max(1, delay.plusNanos(999_999_999).toSeconds());
        return header("Retry-After", Long.toString(seconds));
    }

    Problem problem() {
        return problem;
    }

    List<FieldError> errors() {
        return errors;
    }

    Map<String, String> headers() {
        return headers;
    }
}
