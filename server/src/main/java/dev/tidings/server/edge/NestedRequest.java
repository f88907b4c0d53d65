package dev.tidings.server.edge;

import dev.tidings.server.intake.FieldError;
import dev.tidings.server.intake.FieldErrors;
import dev.tidings.server.intake.InvalidRequestException;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import java.util.List;
import java.util.Optional;

/** A request to send inside of another body: its bytes as they came, understood as if it had come alone. */
final class NestedRequest {
    /** What says when or how often it is sent is said outside. */
    private static final List<String> NOT_INSIDE = List.of("sendAt", "sendAtLocal", "zone", "delay", "idempotencyKey");

    private static final int LARGEST = 1 << 20;
    private static final String EXPECTED = "the notification to send, an object as in POST /v1/notifications";

    private final SendRequestParser parser;
    private final String name;

    NestedRequest(SendRequestParser parser, String name) {
        this.parser = parser;
        this.name = name;
    }

    /** Null if there is something wrong with it, which is noted with the pointers of the whole body. */
    SendRequest read(byte[] body, Fields fields) {
        FieldErrors errors = fields.errors();
        // Asked for, so that it is known; what it says is read from the bytes.
        Optional<Fields> members = fields.object(name);
        Optional<byte[]> bytes = members.isPresent() ? RawMember.object(body, name) : Optional.empty();
        if (members.isEmpty()) {
            errors.add(fields.at(name), null, EXPECTED);
        }
        if (bytes.isEmpty()) {
            return null;
        }
        boolean fine = true;
        for (String refused : NOT_INSIDE) {
            if (members.get().all().containsKey(refused)) {
                String pointer = members.get().at(refused);
                errors.add(pointer, refused, "no such field in what recurs: cron or every says when it is sent");
                fine = false;
            }
        }
        if (bytes.get().length > LARGEST) {
            errors.add(fields.at(name), bytes.get().length + " bytes", "at most " + LARGEST + " bytes");
            return null;
        }
        try {
            SendRequest request = parser.parse(bytes.get());
            return fine ? request : null;
        } catch (InvalidRequestException invalid) {
            for (FieldError error : invalid.errors()) {
                String field = error.pointer().isEmpty() ? "" : error.pointer().substring(1);
                if (!NOT_INSIDE.contains(field)) {
                    errors.add(fields.at(name) + error.pointer(), error.value(), error.expected());
                }
            }
            return null;
        }
    }
}
