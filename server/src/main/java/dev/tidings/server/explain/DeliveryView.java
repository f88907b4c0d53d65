package dev.tidings.server.explain;

/**
 * The state of one notification's delivery to one user on one channel, as the API shows it.
 *
 * @param reason the reason of a suppression; null otherwise
 */
public record DeliveryView(String channel, String state, String reason) {}
