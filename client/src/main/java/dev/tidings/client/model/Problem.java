package dev.tidings.client.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The reason for which the server refused a request, as in RFC 9457.
 *
 * @param type the page that explains the code
 * @param code stable, for programs
 * @param detail for people
 * @param errors the invalid fields
 */
public record Problem(String type, String title, int status, String code, String detail, List<FieldError> errors) {
    /** Copies the errors. */
    public Problem {
        errors = errors == null ? List.of() : List.copyOf(errors);
    }

    /** The answer of a proxy or another server, which has a status only. */
    public static Problem of(int status) {
        return new Problem(null, null, status, null, null, null);
    }

    /** The status of the response takes precedence over the one in its body. */
    public Problem withStatus(int actual) {
        return new Problem(type, title, actual, code, detail, errors);
    }

    /** The invalid fields, else the detail, in one line for people. */
    public String explanation() {
        if (!errors.isEmpty()) {
            return errors.stream().map(FieldError::explanation).collect(Collectors.joining("; "));
        }
        return detail != null ? detail : title != null ? title : "status " + status;
    }
}
