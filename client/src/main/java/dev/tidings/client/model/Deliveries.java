package dev.tidings.client.model;

import java.time.Instant;
import java.util.List;

/**
 * The deliveries of a notification to one user.
 *
 * @param decidedAt null if it is scheduled, not routed yet, or cancelled
 */
public record Deliveries(String user, Instant decidedAt, List<Delivery> deliveries) {
    /** Copies the deliveries. */
    public Deliveries {
        deliveries = deliveries == null ? List.of() : List.copyOf(deliveries);
    }

    /** The state on a channel; null if there is no delivery on it. */
    public DeliveryState state(Channel channel) {
        return deliveries.stream()
                .filter(delivery -> delivery.channel() == channel)
                .map(Delivery::state)
                .findFirst()
                .orElse(null);
    }
}
