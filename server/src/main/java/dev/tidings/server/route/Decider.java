package dev.tidings.server.route;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.RateLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides on which channels one user hears of one notification. In two steps, so that the rate limits of a handful can be asked for
 * all at once.
 */
final class Decider {
    private final RateLimits rateLimits;
    private final Reach reach;

    /**
     * What there is to say before the rate limit is known.
     *
     * @param asked null if there is none that matters
     */
    record Draft(Map<Channel, Verdict> verdicts, RateLimits.Asked asked) {}

    /**
     * What a decision is made from.
     *
     * @param one null if it goes to the inbox only
     * @param now not later than the preferences were read: the decision is not older than what it is based on
     */
    record Case(
            Notification notification,
            UserKey user,
            NotificationType type,
            Preferences preferences,
            Addressee one,
            Instant now) {}

    Decider(RateLimits rateLimits, Reach reach) {
        this.rateLimits = rateLimits;
        this.reach = reach;
    }

    /** The channels that are looked at. */
    static Set<Channel> wanted(Notification notification, NotificationType type) {
        return notification.channels().isEmpty() ? type.channels() : notification.channels();
    }

    Draft draft(Case of) {
        Map<Channel, Verdict> verdicts = verdicts(of);
        // Asked only when something would be delivered: what is suppressed anyway must not use up the hour.
        return new Draft(
                verdicts,
                of.type().perUserAndHour().isPresent()
                                && verdicts.values().stream().anyMatch(Verdict::delivers)
                        ? rateLimits.ask(
                                of.user(),
                                of.notification(),
                                of.type().perUserAndHour().getAsInt())
                        : null);
    }

    /** What would be decided but for the rate limit. */
    Map<Channel, Verdict> verdicts(Case of) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        for (Channel channel : wanted(of.notification(), of.type())) {
            verdicts.put(channel, channel == Channel.IN_APP ? inApp(of) : outbound(of, channel));
        }
        return verdicts;
    }

    /** In the order of the drafts. May block. */
    Decision decide(Draft draft) {
        if (draft.asked() != null && !rateLimits.admitted(draft.asked())) {
            draft.verdicts()
                    .replaceAll((channel, verdict) -> verdict.delivers()
                            ? verdict.insteadSuppress(Suppression.RATE_LIMITED, "rate reached")
                            : verdict);
        }
        return new Decision(draft.verdicts());
    }

    /** The decision is in the tables. */
    void written(UserKey user, Notification notification) {
        rateLimits.written(user, notification);
    }

    private static Verdict inApp(Case of) {
        if (of.notification().expiredBy(of.now())) {
            return Verdict.EXPIRED;
        }
        return of.preferences().allows(of.type(), Channel.IN_APP)
                ? Verdict.SHOWN
                : Verdict.suppress(Suppression.OPTED_OUT);
    }

    /** Each question in turn, and what was found, until one speaks against it. */
    private Verdict outbound(Case of, Channel channel) {
        if (of.notification().expiredBy(of.now())) {
            return Verdict.EXPIRED;
        }
        List<String> because = new ArrayList<>();
        Preferences.Ruling ruling = of.preferences().ruling(of.type(), channel);
        because.add("preference " + ruling.by());
        if (!ruling.allowed()) {
            return suppress(Suppression.OPTED_OUT, because);
        }
        List<Contact.Place> places = of.one().contact().places(channel);
        because.add("addresses " + places.size());
        if (places.isEmpty()) {
            return suppress(
                    of.one().contact().isUnreachable(channel)
                            ? Suppression.ADDRESS_UNREACHABLE
                            : Suppression.NO_ADDRESS,
                    because);
        }
        Optional<String> carrier = carrier(of.user().tenant(), places);
        if (carrier.isEmpty()) {
            because.add("provider none");
            return suppress(Suppression.NO_PROVIDER, because);
        }
        because.add("provider " + carrier.get());
        Optional<String> source = of.one().saying().source(channel);
        because.add("content " + source.orElse("none"));
        if (source.isEmpty()) {
            return suppress(Suppression.NO_CONTENT, because);
        }
        of.one()
                .contact()
                .quietUntil(of.notification().priority(), of.preferences(), of.now())
                .ifPresent(until -> because.add(Decision.QUIET + until.toEpochMilli()));
        return new Verdict(DeliveryState.PENDING, null, because);
    }

    /** Who would be asked first. */
    private Optional<String> carrier(String tenant, List<Contact.Place> places) {
        Set<AddressKind> asked = EnumSet.noneOf(AddressKind.class);
        for (Contact.Place place : places) {
            AddressKind kind = place.address().kind();
            Optional<String> carrier = asked.add(kind) ? reach.carrier(tenant, kind) : Optional.empty();
            if (carrier.isPresent()) {
                return carrier;
            }
        }
        return Optional.empty();
    }

    private static Verdict suppress(Suppression reason, List<String> because) {
        return new Verdict(DeliveryState.SUPPRESSED, reason, because);
    }
}
