package dev.tidings.server.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidings.core.model.Target;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.StrictJson;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads and validates the recipients of a send request, the JSON object {@code to}: one user or a list of users. */
final class TargetReader {
    private static final List<String> FIELDS = List.of("user", "users");
    private static final String EXPECTED = "{\"user\": …} or {\"users\": […]}, one of them";

    private final StrictJson json;
    private final JsonParser parser;
    private final FieldErrors errors;
    private final RequestLimits limits;

    TargetReader(StrictJson json, FieldErrors errors, RequestLimits limits) {
        this.json = json;
        this.parser = json.parser();
        this.errors = errors;
        this.limits = limits;
    }

    /** Null if it is invalid; the error is reported. */
    Target read() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            errors.add("/to", json.currentText(), EXPECTED);
            json.skip(errors);
            return null;
        }
        Target target = null;
        int fields = 0;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (!FIELDS.contains(name)) {
                if (!errors.isFull()) {
                    errors.add(FieldErrors.child("/to", name), name, SendRequestReader.expectedInstead(name, FIELDS));
                }
                json.skip(errors);
                continue;
            }
            fields++;
            target = name.equals("user") ? user() : users();
        }
        if (fields != 1) {
            errors.add("/to", fields == 0 ? "{…}" : "both or repeated", EXPECTED);
        }
        return target;
    }

    private Target user() throws IOException {
        String id = id("/to/user");
        return id == null ? null : new Target.User(id);
    }

    private Target users() throws IOException {
        String expected = "an array of 1 to " + limits.users() + " user ids";
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            errors.add("/to/users", json.currentText(), expected);
            json.skip(errors);
            return null;
        }
        List<String> ids = new ArrayList<>();
        int count = 0;
        for (; parser.nextToken() != JsonToken.END_ARRAY; count++) {
            if (count >= limits.users()) {
                json.skip(errors);
                continue;
            }
            ids.add(id(FieldErrors.child("/to/users", count)));
        }
        if (count < 1 || count > limits.users()) {
            errors.add("/to/users", count + " users", expected);
        }
        return errors.isEmpty() ? new Target.Users(ids) : null;
    }

    private String id(String pointer) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            String id = json.string(pointer, errors);
            if (id == null || ValueRules.isUserId(id, limits.userId())) {
                return id;
            }
        }
        errors.add(pointer, json.currentText(), ValueRules.userId(limits.userId()));
        json.skip(errors);
        return null;
    }
}
