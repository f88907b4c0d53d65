package dev.tidings.server.intake;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a request, so that its sender hears all of it at once. */
public final class FieldErrors {
    /** More would not help anybody, and a request of thousands of mistakes must not cost an answer of thousands. */
    private static final int MOST = 20;

    private List<FieldError> errors = List.of();

    public void add(String pointer, String value, String expected) {
        if (errors.isEmpty()) {
            errors = new ArrayList<>();
        }
        if (errors.size() < MOST) {
            errors.add(new FieldError(pointer, value, expected));
        }
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    /** Whether further mistakes are dropped: to look for them, or to put them into words, is wasted then. */
    public boolean full() {
        return errors.size() >= MOST;
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
