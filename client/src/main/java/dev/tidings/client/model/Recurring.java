package dev.tidings.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A stored recurring schedule.
 *
 * @param next the next occurrences; none while it is paused
 * @param notification as it was given
 */
public record Recurring(
        String name,
        String cron,
        Duration every,
        String zone,
        Instant start,
        Instant end,
        String missed,
        boolean paused,
        Instant createdAt,
        List<Instant> next,
        JsonNode notification) {}
