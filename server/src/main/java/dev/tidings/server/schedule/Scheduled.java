package dev.tidings.server.schedule;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import java.time.Instant;

/**
 * What is known about something scheduled.
 *
 * @param due when it is, or was, to be sent
 * @param cancelled whether it will not be
 */
public record Scheduled(Notification notification, Target target, Instant due, boolean cancelled) {}
