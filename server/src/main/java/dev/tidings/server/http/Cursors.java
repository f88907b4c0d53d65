package dev.tidings.server.http;

import dev.tidings.server.validation.FieldError;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Encodes the last database key of a page as an opaque cursor, and decodes it for the next page; throws a problem if the cursor is invalid.
 * It is bound to its query by a checksum, which is not a signature: a forged cursor only shows another part of the caller's own list.
 */
final class Cursors {
    private static final int CHECKSUM = Integer.BYTES;

    private Cursors() {}

    static String encode(String query, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        byte[] cursor = ByteBuffer.allocate(CHECKSUM + bytes.length)
                .putInt(checksum(query, bytes))
                .put(bytes)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
    }

    static Optional<String> decode(String query, Optional<String> cursor) {
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
                if (checksum == checksum(query, key) && encode(query, decoded).equals(text)) {
                    return decoded;
                }
            } catch (IllegalArgumentException | BufferUnderflowException | CharacterCodingException notOurs) {
                // Reported below, like a cursor of another query.
            }
            throw invalid(text);
        });
    }

    static ProblemException invalid(String cursor) {
        String expected = "the next of an earlier response to the same query";
        return new ProblemException(
                Problem.INVALID_CURSOR,
                "query:cursor: expected " + expected,
                List.of(new FieldError("query:cursor", cursor, expected)));
    }

    private static int checksum(String query, byte[] key) {
        CRC32C crc = new CRC32C();
        crc.update(query.getBytes(StandardCharsets.UTF_8));
        crc.update(0);
        crc.update(key);
        return (int) crc.getValue();
    }
}
