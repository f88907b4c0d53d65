package dev.tidings.server.route;

import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * A record of a batch of the route stage, and the decision about it.
 *
 * @param decidedAt when it was first decided
 */
record RoutedNotification(LoadedNotification loaded, Decision decision, Instant decidedAt) {

    Notification notification() {
        return loaded.envelope().notification();
    }

    UserKey user() {
        return loaded.user();
    }

    OwnerEpoch owner() {
        return epoch() == 0 ? OwnerEpoch.ALONE : new OwnerEpoch(user().partition(), epoch());
    }

    boolean redelivered() {
        return loaded.redelivered();
    }

    /** The fence token of the user's partition. */
    long epoch() {
        return loaded.ownership().epoch();
    }

    /** Whether the user's partition is still owned, as far as this process knows. */
    boolean isOwned() {
        return loaded.ownership().isHeld();
    }

    /** Whether its content is stored once for all its users. */
    boolean shared() {
        return loaded.envelope().shared();
    }

    MessageRenderer renderer() {
        return loaded.input().recipient().renderer();
    }

    /**
     * The rate limit that still has to be checked. Not for a stored decision, which is kept; nor if nothing would be delivered: a
     * suppressed notification must not use up the limit.
     */
    OptionalInt uncheckedRateLimit() {
        return loaded.stored().isEmpty() && decision.delivers()
                ? loaded.input().type().perUserAndHour()
                : OptionalInt.empty();
    }

    /** The same with the rate limit reached. */
    RoutedNotification rateLimited() {
        return new RoutedNotification(loaded, decision.rateLimited(), decidedAt);
    }
}
