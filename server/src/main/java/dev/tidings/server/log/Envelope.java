package dev.tidings.server.log;

import dev.tidings.core.model.Notification;
import java.util.Optional;

/**
 * What travels through the log: a notification on its way to one user, or to be expanded to many.
 *
 * @param user whom it is for; empty while it is for the users named in its request
 * @param shared whether what it says is stored once for all its users, and not in its request
 * @param repeated whether another envelope for the same user may have been appended before
 */
public record Envelope(Notification notification, Optional<String> user, boolean shared, boolean repeated) {}
