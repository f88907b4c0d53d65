package dev.tidings.server.pipeline;

import dev.tidings.core.model.Notification;
import java.util.Optional;

/**
 * The content of a log record of the expand and route stages: a notification for one user, or one to be fanned out to the users named in
 * its request.
 *
 * @param user the recipient; empty before the fan-out to the users named in its request
 * @param shared whether its content is stored once for all its users, and not in its request
 * @param redelivered whether another envelope for the same user may have been appended before
 */
public record Envelope(Notification notification, Optional<String> user, boolean shared, boolean redelivered) {}
