package dev.tidings.server.http;

import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON merge patch (RFC 7396): the fields of an object to change, and null for those to remove. */
final class MergePatch {
    private final JsonTree.JsonObject changes;

    private MergePatch(JsonTree.JsonObject changes) {
        this.changes = changes;
    }

    static MergePatch ofBody(byte[] body) {
        FieldErrors errors = new FieldErrors();
        Object value = JsonTree.read(body, 0, body.length, errors, JsonBudget.forBody());
        errors.throwIfAny();
        if (value instanceof JsonTree.JsonObject object) {
            return new MergePatch(object);
        }
        throw new InvalidRequestException("", JsonFields.display(value), "an object");
    }

    /** The fields of a stored object, as in responses, after the change. Removed ones count as absent. */
    JsonFields appliedTo(Json.JsonValue stored) {
        FieldErrors errors = new FieldErrors();
        byte[] bytes = Json.bytes(stored);
        Object before = JsonTree.read(bytes, 0, bytes.length, errors, JsonBudget.forBody());
        return JsonFields.of("", merged(before, changes), errors).nullsAsAbsent();
    }

    private static Object merged(Object before, Object change) {
        if (!(change instanceof JsonTree.JsonObject fields)) {
            return change;
        }
        Map<String, Object> after = new LinkedHashMap<>();
        if (before instanceof JsonTree.JsonObject object) {
            after.putAll(object.values());
        }
        fields.values().forEach((name, value) -> after.put(name, merged(after.get(name), value)));
        return new JsonTree.JsonObject(after);
    }
}
