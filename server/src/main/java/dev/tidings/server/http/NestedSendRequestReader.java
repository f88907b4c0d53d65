package dev.tidings.server.http;

import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the send request inside the body of a recurring schedule, from its original bytes and by the same rules as a top-level one. Fields
 * for the send time and the idempotency key are errors there.
 */
final class NestedSendRequestReader {
    /** Fields about the time and number of sends, which belong to the enclosing body. */
    private static final List<String> FORBIDDEN = List.of("sendAt", "sendAtLocal", "zone", "delay", "idempotencyKey");

    private static final int MAX_BYTES = 1 << 20;
    private static final String EXPECTED = "the notification to send, an object as in POST /v1/notifications";

    private final SendRequestParser parser;
    private final String name;

    NestedSendRequestReader(SendRequestParser parser, String name) {
        this.parser = parser;
        this.name = name;
    }

    /** Null if it is invalid; then errors are added with pointers into the enclosing body. */
    SendRequest read(byte[] body, JsonFields fields) {
        FieldErrors errors = fields.errors();
        // Marks the field as known; its content is read from the bytes.
        Optional<JsonFields> members = fields.object(name);
        Optional<byte[]> bytes = members.isPresent() ? RawJsonField.object(body, name) : Optional.empty();
        if (members.isEmpty()) {
            errors.add(fields.pointer(name), null, EXPECTED);
        }
        if (bytes.isEmpty()) {
            return null;
        }
        boolean valid = true;
        for (String refused : FORBIDDEN) {
            if (members.get().all().containsKey(refused)) {
                String pointer = members.get().pointer(refused);
                errors.add(
                        pointer,
                        refused,
                        "no such field in a recurring notification: cron or every defines when it is sent");
                valid = false;
            }
        }
        if (bytes.get().length > MAX_BYTES) {
            errors.add(fields.pointer(name), bytes.get().length + " bytes", "at most " + MAX_BYTES + " bytes");
            return null;
        }
        try {
            SendRequest request = parser.parse(bytes.get());
            return valid ? request : null;
        } catch (InvalidRequestException invalid) {
            for (FieldError error : invalid.errors()) {
                String field = error.pointer().isEmpty() ? "" : error.pointer().substring(1);
                if (!FORBIDDEN.contains(field)) {
                    errors.add(fields.pointer(name) + error.pointer(), error.value(), error.expected());
                }
            }
            return null;
        }
    }
}
