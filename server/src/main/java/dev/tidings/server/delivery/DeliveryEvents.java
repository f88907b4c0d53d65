package dev.tidings.server.delivery;

import dev.tidings.core.log.LogEntry;
import java.util.List;

/** Builds the log records that publish the change of a delivery as webhook events. The caller appends them. */
public interface DeliveryEvents {
    DeliveryEvents NONE = deliveryEvent -> List.of();

    /** Loads the tenant's endpoints, so that {@link #eventsFor} need not. May block. */
    default void prepare(String tenant) {}

    /** The log records that publish this event, identical each time; empty if no endpoint subscribes to it. */
    List<LogEntry> eventsFor(DeliveryEvent deliveryEvent);
}
