package dev.tidings.channels.capture;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.model.Channel;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A rule by which a developer scripts the outcome of matching deliveries of the capture provider.
 *
 * @param channel the channel it matches; all if empty
 * @param user the user it matches; all if empty
 * @param after the pause that a retry asks for
 * @param times the remaining uses; unlimited if empty
 * @param share the share of matching deliveries it applies to: 1 for all
 */
public record CaptureRule(
        Optional<Channel> channel,
        Optional<String> user,
        CaptureOutcome outcome,
        Duration after,
        OptionalLong times,
        double share) {

    boolean matches(Delivery delivery) {
        return channel.map(delivery.channel()::equals).orElse(true)
                && user.map(delivery.user().user()::equals).orElse(true);
    }

    boolean isUsedUp() {
        return times.isPresent() && times.getAsLong() < 1;
    }

    CaptureRule usedOnce() {
        return times.isEmpty()
                ? this
                : new CaptureRule(channel, user, outcome, after, OptionalLong.of(times.getAsLong() - 1), share);
    }
}
