package dev.tidings.client.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A template of a type, for a channel and a locale.
 *
 * @param state {@code active}, {@code inactive} or {@code deleted}
 * @param parts Mustache texts by the name of their part, such as {@code title} or {@code subject}
 * @param variables the declared variables
 */
public record Template(
        String type,
        Channel channel,
        String locale,
        long revision,
        String state,
        Map<String, String> parts,
        List<String> variables,
        Instant changedAt) {}
