package dev.tidings.server.status;

import java.time.Instant;
import java.util.List;

/** What was decided for one user about one notification. Without a time of decision it is still on its way, or was cancelled. */
public record Deliveries(String user, Instant decidedAt, List<DeliveryView> deliveries) {
    public Deliveries {
        deliveries = List.copyOf(deliveries);
    }
}
