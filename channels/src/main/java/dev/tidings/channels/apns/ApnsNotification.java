package dev.tidings.channels.apns;

import com.eatthepath.pushy.apns.ApnsPushNotification;
import com.eatthepath.pushy.apns.DeliveryPriority;
import com.eatthepath.pushy.apns.PushType;
import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A delivery as pushy asks for it. It is asked for its parts only when it is being written to a connection, so whoever still holds it
 * knows whether that has happened, and can prevent it.
 */
final class ApnsNotification implements ApnsPushNotification {
    /** As long as Apple keeps anything. */
    static final Duration LONGEST = Duration.ofDays(30);

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
     * Never null, which to pushy would mean a try at once or never. And never far away: pushy writes it in 32 bits, which end in
     * 2038, and Apple gives up after 30 days in any case.
     */
    private static Instant expiration(Instant expiresAt, Instant now) {
        Instant latest = now.plus(LONGEST);
        return expiresAt == null || expiresAt.isAfter(latest) ? latest : expiresAt;
    }

    /** Whether it was not written to a connection, and now never will be. */
    boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN) || state.get() == State.WITHDRAWN;
    }

    /** Asked for first of all; again if Apple refuses a stream, which is then written once more. */
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

    /** What nobody sees must not be urgent, or Apple refuses it. */
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

    /** A repeat takes the place of what is already on the screen, instead of standing beside it. */
    @Override
    public String getCollapseId() {
        return id.toString();
    }

    @Override
    public UUID getApnsId() {
        return id;
    }
}
