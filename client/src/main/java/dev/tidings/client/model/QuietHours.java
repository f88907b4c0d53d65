package dev.tidings.client.model;

import java.time.LocalTime;
import java.time.ZoneId;

/**
 * The hours of a day in which outbound deliveries wait.
 *
 * @param from inclusive
 * @param to exclusive; before {@code from} if the range crosses midnight
 * @param zone null for that of the user, else UTC
 */
public record QuietHours(LocalTime from, LocalTime to, ZoneId zone) {}
