package dev.tidings.server.delivery;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.ProviderMessageRow;
import java.util.UUID;

/**
 * A change of a delivery to a new state: written as the state of its channel, and published by {@link DeliveryEvents}.
 *
 * @param position the notification's position in time
 */
public record DeliveryEvent(
        UserKey user, UUID notification, UUID position, Channel channel, int round, DeliveryStatus status) {
    static DeliveryEvent of(OutboundDelivery o, DeliveryStatus status) {
        return new DeliveryEvent(o.user(), o.notification(), o.position(), o.channel(), o.round(), status);
    }

    static DeliveryEvent of(ProviderMessageRow message, DeliveryStatus status) {
        return new DeliveryEvent(
                new UserKey(message.tenant(), message.userId()),
                message.notificationId(),
                message.position(),
                Channel.ofWire(message.channel()).orElseThrow(),
                message.round(),
                status);
    }

    /** The write time of the new state, by its rank: no state is lowered. */
    long writeTime() {
        return status.writeTime(UuidV7.time(notification), round);
    }
}
