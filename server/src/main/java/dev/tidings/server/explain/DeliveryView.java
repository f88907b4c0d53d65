package dev.tidings.server.explain;

/**
 * The state of one delivery.
 *
 * @param reason the reason of a suppression; null otherwise
 */
public record DeliveryView(String channel, String state, String reason) {}
