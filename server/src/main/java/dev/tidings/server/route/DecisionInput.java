package dev.tidings.server.route;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import java.time.Instant;
import java.util.Set;

/**
 * The input of a routing decision, except for the rate limit.
 *
 * @param now not later than the preferences were read: the decision is not older than its input
 */
record DecisionInput(
        Notification notification, NotificationType type, Preferences preferences, Recipient recipient, Instant now) {

    /** The channels to decide on. */
    static Set<Channel> requestedChannels(Notification notification, NotificationType type) {
        return notification.channels().isEmpty() ? type.channels() : notification.channels();
    }
}
