package dev.tidings.server.route;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.RateLimits;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Decides on which channels one user hears of one notification. In two steps, so that the rate limits of a handful can be asked for
 * all at once.
 */
final class Decider {
    private final RateLimits rateLimits;

    /**
     * What there is to say before the rate limit is known.
     *
     * @param asked null if there is none that matters
     */
    record Draft(Map<Channel, Verdict> verdicts, RateLimits.Asked asked) {}

    Decider(RateLimits rateLimits) {
        this.rateLimits = rateLimits;
    }

    /** @param now not later than the preferences were read: the decision is not older than what it is based on */
    Draft draft(Notification notification, UserKey user, NotificationType type, Preferences preferences, Instant now) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        Set<Channel> wanted = notification.channels().isEmpty() ? type.channels() : notification.channels();
        for (Channel channel : wanted) {
            verdicts.put(channel, verdict(notification, type, channel, preferences, now));
        }
        boolean delivers = verdicts.values().stream().anyMatch(Verdict::delivers);
        // Asked only when something would be delivered: what is suppressed anyway must not use up the hour.
        return new Draft(
                verdicts,
                delivers && type.perUserAndHour().isPresent()
                        ? rateLimits.ask(
                                user, notification, type.perUserAndHour().getAsInt())
                        : null);
    }

    /** In the order of the drafts. May block. */
    Decision decide(Draft draft) {
        if (draft.asked() != null && !rateLimits.admitted(draft.asked())) {
            draft.verdicts()
                    .replaceAll((channel, verdict) ->
                            verdict.delivers() ? Verdict.suppress(Suppression.RATE_LIMITED) : verdict);
        }
        return new Decision(draft.verdicts());
    }

    /** The decision is in the tables. */
    void written(UserKey user, Notification notification) {
        rateLimits.written(user, notification);
    }

    private static Verdict verdict(
            Notification notification, NotificationType type, Channel channel, Preferences preferences, Instant now) {
        if (notification.expiredBy(now)) {
            return Verdict.EXPIRED;
        }
        if (!preferences.allows(type, channel)) {
            return Verdict.suppress(Suppression.OPTED_OUT);
        }
        // So far nobody carries the others.
        return channel == Channel.IN_APP ? Verdict.DELIVER : Verdict.suppress(Suppression.NO_PROVIDER);
    }
}
