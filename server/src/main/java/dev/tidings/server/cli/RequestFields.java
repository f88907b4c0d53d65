package dev.tidings.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of a request as they were given on the command line: the server validates them, and explains what is wrong. */
final class RequestFields {

    private RequestFields() {}

    /** Leaves out fields without a value. */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
            }
        }
        return fields;
    }
}
