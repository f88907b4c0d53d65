package dev.tidings.server.status;

/**
 * The state of one delivery.
 *
 * @param reason the reason of a suppression; null otherwise
 */
public record DeliveryView(String channel, String state, String reason) {}
