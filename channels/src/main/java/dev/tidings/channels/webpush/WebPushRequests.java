package dev.tidings.channels.webpush;

import com.interaso.webpush.WebPush;
import com.interaso.webpush.WebPush.Urgency;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.model.Priority;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Builds the POST of a delivery to a push service: the body encrypted for the browser, and headers with VAPID token, TTL, urgency and
 * topic.
 */
final class WebPushRequests {
    /** Push services keep no message for longer. */
    static final Duration MAX_TTL = Duration.ofDays(28);

    private final WebPush push;
    private final VapidTokens tokens;
    private final ProviderContext context;

    WebPushRequests(WebPush push, ProviderContext context) {
        this.push = push;
        this.tokens = new VapidTokens(push, context.clock());
        this.context = context;
    }

    /** The headers and body of a POST. */
    record Request(Map<String, String> headers, byte[] body) {}

    Request request(Delivery delivery, WebPushSubscription subscription, byte[] payload) {
        Map<String, String> headers = new HashMap<>(push.getHeadersWithToken(
                tokens.token(subscription.origin()),
                ttl(delivery.expiresAt()),
                topic(delivery),
                urgency(delivery.priority())));
        headers.put("User-Agent", "Tidings");
        return new Request(headers, push.getBody(payload, subscription.p256dh(), subscription.auth()));
    }

    private int ttl(Instant expiresAt) {
        if (expiresAt == null) {
            return (int) MAX_TTL.toSeconds();
        }
        long left = Duration.between(context.clock().instant(), expiresAt).toSeconds();
        return (int) Math.max(0, Math.min(left, MAX_TTL.toSeconds()));
    }

    /** The topic by which a redelivery replaces the first message; 22 characters, of 32 permitted. */
    static String topic(Delivery delivery) {
        UUID key = UUID.fromString(delivery.dedupeKey());
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(key.getMostSignificantBits())
                .putLong(key.getLeastSignificantBits())
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Urgency urgency(Priority priority) {
        return switch (priority) {
            case CRITICAL, HIGH -> Urgency.High;
            case NORMAL -> Urgency.Normal;
            case BULK -> Urgency.Low;
        };
    }
}
