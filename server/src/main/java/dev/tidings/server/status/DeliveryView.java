package dev.tidings.server.status;

/**
 * One delivery, and how far it has come.
 *
 * @param reason why it was decided against; null unless it is suppressed
 */
public record DeliveryView(String channel, String state, String reason) {}
