package dev.tidings.client.model;

import java.util.Map;

/**
 * The preferences of a user that differ from the default. False at any level suppresses the channel.
 *
 * @param quietHours null if there are none
 */
public record Preferences(
        long version,
        Map<Channel, Boolean> channels,
        Map<String, Map<Channel, Boolean>> categories,
        Map<String, Map<Channel, Boolean>> types,
        QuietHours quietHours) {}
