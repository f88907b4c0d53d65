package dev.tidings.server.edge;

import dev.tidings.server.intake.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A call that is answered with a problem. */
final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Problem problem;
    private final transient List<FieldError> errors;
    private final transient Map<String, String> headers = new TreeMap<>();

    ProblemException(Problem problem, String detail, List<FieldError> errors) {
        // Without a stack trace: it is an answer, not an accident.
        super(detail, null, false, false);
        this.problem = problem;
        this.errors = List.copyOf(errors);
    }

    ProblemException(Problem problem, String detail) {
        this(problem, detail, List.of());
    }

    /** A query, path or header parameter that is wrong. */
    static ProblemException parameter(String where, String value, String expected) {
        FieldError error = new FieldError(where, value, expected);
        return new ProblemException(Problem.INVALID_PARAMETER, where + ": expected " + expected, List.of(error));
    }

    static ProblemException notFound(String what) {
        return new ProblemException(Problem.NOT_FOUND, "there is no such " + what);
    }

    /** The same with no more errors than that; the detail still says how many there were. */
    ProblemException withFirst(int most) {
        return errors.size() <= most ? this : new ProblemException(problem, getMessage(), errors.subList(0, most));
    }

    /** The same about something that is part of a larger body. */
    ProblemException under(String pointer) {
        List<FieldError> moved = errors.stream()
                .map(error -> new FieldError(pointer + error.pointer(), error.value(), error.expected()))
                .toList();
        return new ProblemException(problem, pointer + getMessage(), moved);
    }

    ProblemException header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    ProblemException retryAfter(Duration pause) {
        long seconds = Math.max(1, pause.plusNanos(999_999_999).toSeconds());
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
