package dev.tidings.server.explain;

import java.time.Instant;
import java.util.List;

/**
 * The deliveries of one notification to one user, by channel. Without a decision time the notification is not routed yet, or was cancelled.
 */
public record UserDeliveries(String user, Instant decidedAt, List<DeliveryView> deliveries) {
    public UserDeliveries {
        deliveries = List.copyOf(deliveries);
    }
}
