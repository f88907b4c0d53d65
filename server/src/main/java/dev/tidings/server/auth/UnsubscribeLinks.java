package dev.tidings.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.UserKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes and reads the unsubscribe links in emails. A link carries the user and the notification type, encrypted: it tells nothing about
 * them, and can't be forged. It is valid for two years, since an email may be opened long after it was sent. Links of earlier versions,
 * which are signed but readable and do not expire, stay valid.
 */
public final class UnsubscribeLinks {
    private static final String PATH = "/u/";
    private static final char SEPARATOR = '\n';
    private static final int MAX_LENGTH = 1_024;
    static final int VALID_DAYS = 731;

    private final String base;
    private final List<LinkKey> keys;
    private final InstantSource clock;

    /**
     * The user and the notification type of a link.
     *
     * @param madeBefore the end of the day on which it was made; {@link Instant#MIN} if that is unknown, for a link of an earlier version
     */
    public record Unsubscription(UserKey user, String type, Instant madeBefore) {}

    /**
     * @param base the public URL of this server, without a trailing slash
     * @param secrets the first one encrypts, all of them decrypt
     */
    public UnsubscribeLinks(String base, List<byte[]> secrets, InstantSource clock) {
        this.base = base;
        this.keys = secrets.stream().map(LinkKey::new).toList();
        this.clock = clock;
    }

    public String base() {
        return base;
    }

    /** Whether mail programs may unsubscribe with one click, which is for https only (RFC 8058). */
    public boolean isOneClick() {
        return base.startsWith("https:");
    }

    /** The same for all emails of a day, so that a redelivered one has the same link. */
    public String link(UserKey user, String type) {
        byte[] names = (user.tenant() + SEPARATOR + type + SEPARATOR + user.user()).getBytes(UTF_8);
        byte[] payload = ByteBuffer.allocate(Integer.BYTES + names.length)
                .putInt(today() + VALID_DAYS)
                .put(names)
                .array();
        return base + PATH + text(keys.get(0).seal(payload));
    }

    private int today() {
        return (int) TimeUnit.MILLISECONDS.toDays(clock.millis());
    }

    private static String text(byte[] token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Empty if the token is malformed, forged or expired. */
    public Optional<Unsubscription> read(String token) {
        if (token.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        // Several base64 texts decode to the same bytes; only the canonical one is accepted.
        if (!text(bytes).equals(token)) {
            return Optional.empty();
        }
        for (LinkKey key : keys) {
            Optional<byte[]> payload = key.open(bytes);
            if (payload.isPresent()) {
                ByteBuffer in = ByteBuffer.wrap(payload.get());
                int lastDay = in.getInt();
                Instant madeBefore = Instant.EPOCH.plus(Duration.ofDays(lastDay - VALID_DAYS + 1L));
                return lastDay < today()
                        ? Optional.empty()
                        : Optional.of(names(UTF_8.decode(in).toString(), madeBefore));
            }
        }
        return keys.stream()
                .flatMap(key -> key.verified(bytes).stream())
                .findFirst()
                .map(payload -> names(new String(payload, UTF_8), Instant.MIN));
    }

    private static Unsubscription names(String payload, Instant madeBefore) {
        // A user's id may contain the separator, so it comes last.
        String[] parts = payload.split(String.valueOf(SEPARATOR), 3);
        return new Unsubscription(new UserKey(parts[0], parts[2]), parts[1], madeBefore);
    }
}
