package dev.tidings.server.validation;

import java.util.List;

/** Thrown if a request body is invalid, with all its validation errors; the response is a problem that lists them. */
public final class InvalidRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<FieldError> errors;

    public InvalidRequestException(List<FieldError> errors) {
        // Without a stack trace: it is a response to the sender, and a flood of invalid requests should be cheap to
        // refuse.
        super(null, null, false, false);
        this.errors = List.copyOf(errors);
    }

    public InvalidRequestException(String pointer, String value, String expected) {
        this(List.of(new FieldError(pointer, value, expected)));
    }

    public List<FieldError> errors() {
        return errors;
    }

    @Override
    public String getMessage() {
        return errors.toString();
    }
}
