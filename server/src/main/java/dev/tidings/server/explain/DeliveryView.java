package dev.tidings.server.explain;

import dev.tidings.core.model.StatusText;

/**
 * The state of one notification's delivery to one user on one channel, as the API shows it.
 *
 * @param reason the reason of a suppression or failure; null if there is none
 */
public record DeliveryView(String channel, String state, String reason) {
    public static DeliveryView of(String channel, StatusText status) {
        return new DeliveryView(channel, status.state(), status.reason());
    }
}
