package dev.tidings.channels.webpush;

import com.interaso.webpush.WebPush;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tokens by which push services know us, one for each of them, used again while it is young: signing is dear. */
final class VapidTokens {
    /** A service refuses what is valid for more than a day. */
    private static final Duration VALID = Duration.ofHours(12);

    private static final Duration YOUNG = Duration.ofHours(6);
    /** There are a handful of push services; more than this is somebody making them up. */
    static final int MOST = 1_000;

    private record Token(String text, Instant renewAt) {}

    private final Map<String, Token> byOrigin = new ConcurrentHashMap<>();
    private final WebPush push;
    private final InstantSource clock;

    VapidTokens(WebPush push, InstantSource clock) {
        this.push = push;
        this.clock = clock;
    }

    String token(String origin) {
        Instant now = clock.instant();
        Token known = byOrigin.get(origin);
        if (known != null && now.isBefore(known.renewAt())) {
            return known.text();
        }
        if (byOrigin.size() >= MOST) {
            byOrigin.clear();
        }
        String text = push.getToken(origin, (int) VALID.toSeconds());
        byOrigin.put(origin, new Token(text, now.plus(YOUNG)));
        return text;
    }
}
