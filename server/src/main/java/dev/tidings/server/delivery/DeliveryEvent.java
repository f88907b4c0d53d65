package dev.tidings.server.delivery;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.util.UUID;

/**
 * A change of a delivery to a new state, from which {@link DeliveryEvents} makes webhook events.
 *
 * @param reason null if there is none
 */
public record DeliveryEvent(
        UserKey user, UUID notification, Channel channel, int round, DeliveryState state, String reason) {
    static DeliveryEvent of(OutboundDelivery outboundDelivery, DeliveryState state, String reason) {
        return new DeliveryEvent(
                outboundDelivery.user(),
                outboundDelivery.notification(),
                outboundDelivery.channel(),
                outboundDelivery.round(),
                state,
                reason);
    }
}
