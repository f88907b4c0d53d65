package dev.tidings.channels.capture;

import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.model.Channel;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What becomes of some deliveries.
 *
 * @param channel of which; of all if empty
 * @param user to whom; to everybody if empty
 * @param after how long to be left alone is asked for, with a retry
 * @param times how often it still holds; for good if empty
 * @param share of those that it holds for, how many it is applied to: 1 for all
 */
public record CaptureRule(
        Optional<Channel> channel,
        Optional<String> user,
        CaptureOutcome outcome,
        Duration after,
        OptionalLong times,
        double share) {

    boolean holdsFor(Delivery delivery) {
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
