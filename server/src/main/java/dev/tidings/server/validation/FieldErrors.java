package dev.tidings.server.validation;

import java.util.ArrayList;
import java.util.List;

/** Collects up to 20 validation errors of a request, so that one response reports them together; also builds their JSON pointers. */
public final class FieldErrors {
    /** More would not help, and a request with thousands of errors must not cost a response with thousands. */
    private static final int MAX_ERRORS = 20;

    private List<FieldError> errors = List.of();

    public void add(String pointer, String value, String expected) {
        if (errors.isEmpty()) {
            errors = new ArrayList<>();
        }
        if (errors.size() < MAX_ERRORS) {
            errors.add(new FieldError(pointer, value, expected));
        }
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    /** Whether further errors are dropped, so that the caller can stop looking for them. */
    public boolean isFull() {
        return errors.size() >= MAX_ERRORS;
    }

    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw exception();
        }
    }

    InvalidRequestException exception() {
        return new InvalidRequestException(errors);
    }

    /** The pointer to a field of the object at another pointer. */
    public static String child(String pointer, String name) {
        if (name.indexOf('~') < 0 && name.indexOf('/') < 0) {
            return pointer + '/' + name;
        }
        return pointer + '/' + name.replace("~", "~0").replace("/", "~1");
    }

    /** The pointer to an element of the array at another pointer. */
    public static String child(String pointer, int index) {
        return pointer + '/' + index;
    }
}
