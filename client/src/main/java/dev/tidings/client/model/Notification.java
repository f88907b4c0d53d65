package dev.tidings.client.model;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/**
 * A notification to send. It needs a recipient, and at least one of title, body and data.
 *
 * <pre>{@code
 * Notification shipped = Notification.to("usr_42")
 *         .type("order_shipped")
 *         .title("Your order has shipped")
 *         .data(Map.of("order", "A-1234"))
 *         .delay(Duration.ofMinutes(10))
 *         .build();
 * }</pre>
 *
 * @param type a notification type; null for {@code default}
 * @param data custom data: any object that Jackson writes as a JSON object
 * @param channels null for those of the type
 * @param priority null for normal
 * @param locale a language tag; null for that of the user
 * @param expiresAt afterwards it is neither delivered nor shown
 * @param sendAt the send time; exclusive with {@code sendAtLocal} and {@code delay}
 * @param zone of {@code sendAtLocal}; null for that of the user
 * @param idempotencyKey within 24 hours, notifications with the same key are sent once; null for a random one
 */
public record Notification(
        Target to,
        String type,
        String title,
        String body,
        Object data,
        URI deepLink,
        List<Channel> channels,
        Priority priority,
        String locale,
        Instant expiresAt,
        Instant sendAt,
        LocalDateTime sendAtLocal,
        ZoneId zone,
        Duration delay,
        String idempotencyKey) {

    public static Builder to(String... users) {
        return to(List.of(users));
    }

    public static Builder to(List<String> users) {
        return new Builder(Target.of(users));
    }

    /** The same notification with another key; null for none. */
    public Notification withIdempotencyKey(String key) {
        return new Notification(
                to,
                type,
                title,
                body,
                data,
                deepLink,
                channels,
                priority,
                locale,
                expiresAt,
                sendAt,
                sendAtLocal,
                zone,
                delay,
                key);
    }

    /** Sets the fields of a notification. */
    public static final class Builder {
        private final Target to;
        private String type;
        private String title;
        private String body;
        private Object data;
        private URI deepLink;
        private List<Channel> channels;
        private Priority priority;
        private String locale;
        private Instant expiresAt;
        private SendTime sendTime = new SendTime(null, null, null, null);
        private String idempotencyKey;

        private Builder(Target to) {
            this.to = to;
        }

        public Builder type(String name) {
            type = name;
            return this;
        }

        public Builder title(String text) {
            title = text;
            return this;
        }

        public Builder body(String text) {
            body = text;
            return this;
        }

        /** Any object that Jackson writes as a JSON object, such as a map or a record. */
        public Builder data(Object fields) {
            data = fields;
            return this;
        }

        /** The link that a tap opens. */
        public Builder deepLink(String uri) {
            deepLink = URI.create(uri);
            return this;
        }

        public Builder channels(Channel... names) {
            channels = List.of(names);
            return this;
        }

        public Builder priority(Priority level) {
            priority = level;
            return this;
        }

        /** A language tag, such as {@code pt-BR}. */
        public Builder locale(String tag) {
            locale = tag;
            return this;
        }

        public Builder expiresAt(Instant time) {
            expiresAt = time;
            return this;
        }

        public Builder sendAt(Instant time) {
            return at(SendTime.at(time));
        }

        public Builder delay(Duration delay) {
            return at(SendTime.in(delay));
        }

        public Builder at(SendTime time) {
            sendTime = time;
            return this;
        }

        public Builder idempotencyKey(String key) {
            idempotencyKey = key;
            return this;
        }

        public Notification build() {
            return new Notification(
                    to,
                    type,
                    title,
                    body,
                    data,
                    deepLink,
                    channels,
                    priority,
                    locale,
                    expiresAt,
                    sendTime.sendAt(),
                    sendTime.sendAtLocal(),
                    sendTime.zone(),
                    sendTime.delay(),
                    idempotencyKey);
        }
    }
}
