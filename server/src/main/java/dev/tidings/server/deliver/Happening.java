package dev.tidings.server.deliver;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.log.Outgoing;
import java.util.UUID;

/**
 * That a delivery has come to a state.
 *
 * @param reason null if there is none
 */
public record Happening(
        UserKey user, UUID notification, Channel channel, int round, DeliveryState state, String reason) {
    static Happening of(Outgoing outgoing, DeliveryState state, String reason) {
        return new Happening(
                outgoing.user(), outgoing.notification(), outgoing.channel(), outgoing.round(), state, reason);
    }
}
