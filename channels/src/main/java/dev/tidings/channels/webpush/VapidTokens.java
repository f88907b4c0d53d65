package dev.tidings.channels.webpush;

import com.interaso.webpush.WebPush;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of signed VAPID tokens, one per origin of a push service, renewed after six hours. Signing one per request is too
 * expensive.
 */
final class VapidTokens {
    /** Push services reject tokens that are valid for more than a day. */
    private static final Duration LIFETIME = Duration.ofHours(12);

    private static final Duration RENEW_AFTER = Duration.ofHours(6);
    /** There are few push services; more origins than this are made up. */
    static final int MAX_TOKENS = 1_000;

    /** A cached token. */
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
        Token cached = byOrigin.get(origin);
        if (cached != null && now.isBefore(cached.renewAt())) {
            return cached.text();
        }
        if (byOrigin.size() >= MAX_TOKENS) {
            byOrigin.clear();
        }
        String text = push.getToken(origin, (int) LIFETIME.toSeconds());
        byOrigin.put(origin, new Token(text, now.plus(RENEW_AFTER)));
        return text;
    }
}
