package dev.tidings.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Encrypts and reads the credentials with which a browser resumes an event stream after its ticket was used. They are valid with that
 * ticket only, on every server with the same keys, and also after a restart.
 *
 * <pre>
 * format (1)   hash of the ticket (16)   issued after, milliseconds (8)   expiry of the token, seconds (8)   tenant \n kid \n user
 * </pre>
 */
public final class StreamResumptions {
    private static final byte FORMAT = 1;
    private static final int HASH_BYTES = 16;
    private static final int FIXED_BYTES = 1 + HASH_BYTES + 2 * Long.BYTES;
    private static final char SEPARATOR = '\n';
    private static final int MAX_LENGTH = 1_024;

    private final List<LinkKey> keys;

    /** @param secrets the first one encrypts, all of them decrypt */
    public StreamResumptions(List<byte[]> secrets) {
        this.keys = secrets.stream().map(LinkKey::new).toList();
    }

    /** Text of letters, digits, '-' and '_'. */
    String seal(String ticket, TicketHolder holder) {
        Caller.User user = holder.user();
        byte[] names = (user.tenant() + SEPARATOR + user.kid() + SEPARATOR + user.user()).getBytes(UTF_8);
        byte[] payload = ByteBuffer.allocate(FIXED_BYTES + names.length)
                .put(FORMAT)
                .put(hash(ticket))
                .putLong(holder.issuedAfter().toEpochMilli())
                .putLong(user.expiresAt().getEpochSecond())
                .put(names)
                .array();
        return text(keys.get(0).seal(payload));
    }

    /** Empty if it is malformed, forged or of another ticket. Whether it has expired is for the caller to check. */
    Optional<TicketHolder> open(String ticket, String sealed) {
        if (sealed.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(sealed);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        // Several base64 texts decode to the same bytes; only the canonical one is accepted.
        if (!text(bytes).equals(sealed)) {
            return Optional.empty();
        }
        return keys.stream()
                .flatMap(key -> key.open(bytes).stream())
                .findFirst()
                .flatMap(payload -> holder(ticket, payload));
    }

    private static Optional<TicketHolder> holder(String ticket, byte[] payload) {
        if (payload.length < FIXED_BYTES || payload[0] != FORMAT) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(payload, 1, payload.length - 1);
        byte[] hash = new byte[HASH_BYTES];
        in.get(hash);
        if (!MessageDigest.isEqual(hash, hash(ticket))) {
            return Optional.empty();
        }
        Instant issuedAfter = Instant.ofEpochMilli(in.getLong());
        Instant expiresAt = Instant.ofEpochSecond(in.getLong());
        // The user comes last: ids of users are the most liberal.
        String[] names = UTF_8.decode(in).toString().split(String.valueOf(SEPARATOR), 3);
        return Optional.of(new TicketHolder(new Caller.User(names[0], names[2], names[1], expiresAt), issuedAfter));
    }

    private static byte[] hash(String ticket) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(ticket.getBytes(UTF_8)), HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String text(byte[] sealed) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }
}
