package dev.tidings.channels.apns;

import com.eatthepath.pushy.apns.ApnsPushNotification;
import com.eatthepath.pushy.apns.DeliveryPriority;
import com.eatthepath.pushy.apns.PushType;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A delivery in the form that pushy expects. Pushy reads its parts only when it writes it to a connection, so its state tells whether
 * that has happened, and it can be withdrawn before.
 */
final class ApnsNotification implements ApnsPushNotification {
    /** Apple keeps no notification for longer. */
    static final Duration MAX_EXPIRATION = Duration.ofDays(30);

    /** Whether pushy has read the notification, or it was withdrawn before. */
    private enum State {
        WAITING,
        WRITTEN,
        WITHDRAWN
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final String token;
    private final UUID id;
    private final ApnsPayload payload;
    private final Priority priority;
    private final String topic;
    private final Instant expiration;

    ApnsNotification(Delivery delivery, ApnsPayload payload, String topic, Instant now) {
        this.token = delivery.address().value();
        this.id = UUID.fromString(delivery.dedupeKey());
        this.payload = payload;
        this.priority = delivery.priority();
        this.topic = topic;
        this.expiration = expiration(delivery.expiresAt(), now);
    }

    /**
     * Never null, which pushy would treat as immediate delivery only. And never far in the future: pushy writes 32 bits, which end in
     * 2038, and Apple discards it after 30 days in any case.
     */
    private static Instant expiration(Instant expiresAt, Instant now) {
        Instant latest = now.plus(MAX_EXPIRATION);
        return expiresAt == null || expiresAt.isAfter(latest) ? latest : expiresAt;
    }

    /** Withdraws the notification. True if it was not written to a connection, and now never will be. */
    boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN) || state.get() == State.WITHDRAWN;
    }

    /** Read first when pushy writes the notification; again if Apple refuses the stream and it is rewritten. */
    @Override
    public String getToken() {
        if (!state.compareAndSet(State.WAITING, State.WRITTEN) && state.get() == State.WITHDRAWN) {
            throw new IllegalStateException("withdrawn");
        }
        return token;
    }

    @Override
    public String getPayload() {
        return payload.json();
    }

    @Override
    public Instant getExpiration() {
        return expiration;
    }

    /** A background notification must not have high priority, or Apple rejects it. */
    @Override
    public DeliveryPriority getPriority() {
        return payload.visible() && priority.moreUrgentThan(Priority.NORMAL)
                ? DeliveryPriority.IMMEDIATE
                : DeliveryPriority.CONSERVE_POWER;
    }

    @Override
    public PushType getPushType() {
        return payload.visible() ? PushType.ALERT : PushType.BACKGROUND;
    }

    @Override
    public String getTopic() {
        return topic;
    }

    /** A redelivery replaces the notification on the screen instead of duplicating it. */
    @Override
    public String getCollapseId() {
        return id.toString();
    }

    @Override
    public UUID getApnsId() {
        return id;
    }
}
