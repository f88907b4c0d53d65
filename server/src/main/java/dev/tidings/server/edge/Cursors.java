package dev.tidings.server.edge;

import dev.tidings.server.intake.FieldError;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Cursors of lists that the database continues after a key. Opaque, and bound to their question by a checksum over it: this is no
 * secret, since a made-up cursor only shows the caller another part of their own list, but a mix-up should be noticed.
 */
final class Cursors {
    private static final int CHECKSUM = Integer.BYTES;

    private Cursors() {}

    static String encode(String question, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        byte[] cursor = ByteBuffer.allocate(CHECKSUM + bytes.length)
                .putInt(checksum(question, bytes))
                .put(bytes)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
    }

    static Optional<String> decode(String question, Optional<String> cursor) {
        return cursor.map(text -> {
            try {
                ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
                int checksum = bytes.getInt();
                byte[] key = new byte[bytes.remaining()];
                bytes.get(key);
                String decoded = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(key))
                        .toString();
                if (checksum == checksum(question, key)
                        && encode(question, decoded).equals(text)) {
                    return decoded;
                }
            } catch (IllegalArgumentException | BufferUnderflowException | CharacterCodingException notOurs) {
                // Answered below, like one of another question.
            }
            throw invalid(text);
        });
    }

    static ProblemException invalid(String cursor) {
        String expected = "the next of an earlier answer to the same question";
        return new ProblemException(
                Problem.INVALID_CURSOR,
                "query:cursor: expected " + expected,
                List.of(new FieldError("query:cursor", cursor, expected)));
    }

    private static int checksum(String question, byte[] key) {
        CRC32C crc = new CRC32C();
        crc.update(question.getBytes(StandardCharsets.UTF_8));
        crc.update(0);
        crc.update(key);
        return (int) crc.getValue();
    }
}
