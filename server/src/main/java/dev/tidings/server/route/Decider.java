package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.RateLimits;
import dev.tidings.server.provider.ProviderPool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides on which channels a user receives a notification, by expiry, preferences, addresses, providers, content and rate limit. First
 * {@link #draft} starts the rate limit check, then {@link #decide} returns the decision, so that the checks of a batch are in flight
 * together.
 */
final class Decider {
    private final RateLimits rateLimits;
    private final ProviderPool providers;

    /**
     * The verdicts before the rate limit is known.
     *
     * @param rateCheck the pending rate limit check; null if none is needed
     */
    record DecisionDraft(Map<Channel, Verdict> verdicts, RateLimits.PendingAdmission rateCheck) {}

    /**
     * The input of a decision.
     *
     * @param recipient null if it goes to the inbox only
     * @param now not later than the preferences were read: the decision is not older than its input
     */
    record DecisionInput(
            Notification notification,
            UserKey user,
            NotificationType type,
            Preferences preferences,
            Recipient recipient,
            Instant now) {}

    Decider(RateLimits rateLimits, ProviderPool providers) {
        this.rateLimits = rateLimits;
        this.providers = providers;
    }

    /** The channels to decide on. */
    static Set<Channel> requestedChannels(Notification notification, NotificationType type) {
        return notification.channels().isEmpty() ? type.channels() : notification.channels();
    }

    DecisionDraft draft(DecisionInput input) {
        Map<Channel, Verdict> verdicts = verdicts(input);
        // Checked only if something would be delivered: a suppressed notification must not use up the limit.
        return new DecisionDraft(
                verdicts,
                input.type().perUserAndHour().isPresent()
                                && verdicts.values().stream().anyMatch(Verdict::delivers)
                        ? rateLimits.check(
                                input.user(),
                                input.notification(),
                                input.type().perUserAndHour().getAsInt())
                        : null);
    }

    /** The verdicts without the rate limit. */
    Map<Channel, Verdict> verdicts(DecisionInput input) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        for (Channel channel : requestedChannels(input.notification(), input.type())) {
            verdicts.put(channel, channel == Channel.IN_APP ? inApp(input) : outbound(input, channel));
        }
        return verdicts;
    }

    /** Must be called in the order of the drafts. May block. */
    Decision decide(DecisionDraft draft) {
        if (draft.rateCheck() != null && !rateLimits.isAdmitted(draft.rateCheck())) {
            draft.verdicts()
                    .replaceAll((channel, verdict) -> verdict.delivers()
                            ? verdict.suppressedBy(Suppression.RATE_LIMITED, "rate reached")
                            : verdict);
        }
        return new Decision(draft.verdicts());
    }

    /** The decision is in the tables. */
    void written(UserKey user, Notification notification) {
        rateLimits.written(user, notification);
    }

    private static Verdict inApp(DecisionInput input) {
        if (input.notification().expiredBy(input.now())) {
            return Verdict.EXPIRED;
        }
        return input.preferences().allows(input.type(), Channel.IN_APP)
                ? Verdict.SHOWN
                : Verdict.suppress(Suppression.OPTED_OUT);
    }

    /** Applies the rules in order, and records each finding, until one suppresses the channel. */
    private Verdict outbound(DecisionInput input, Channel channel) {
        if (input.notification().expiredBy(input.now())) {
            return Verdict.EXPIRED;
        }
        List<String> because = new ArrayList<>();
        Preferences.PreferenceDecision ruling = input.preferences().decide(input.type(), channel);
        because.add("preference " + ruling.by());
        if (!ruling.allowed()) {
            return suppress(Suppression.OPTED_OUT, because);
        }
        List<Contact.ContactAddress> addresses = input.recipient().contact().addresses(channel);
        because.add("addresses " + addresses.size());
        if (addresses.isEmpty()) {
            return suppress(
                    input.recipient().contact().isUnreachable(channel)
                            ? Suppression.ADDRESS_UNREACHABLE
                            : Suppression.NO_ADDRESS,
                    because);
        }
        Optional<String> provider = provider(input.user().tenant(), addresses);
        if (provider.isEmpty()) {
            because.add("provider none");
            return suppress(Suppression.NO_PROVIDER, because);
        }
        because.add("provider " + provider.get());
        Optional<String> source = input.recipient().renderer().source(channel);
        because.add("content " + source.orElse("none"));
        if (source.isEmpty()) {
            return suppress(Suppression.NO_CONTENT, because);
        }
        input.recipient()
                .contact()
                .quietUntil(input.notification().priority(), input.preferences(), input.now())
                .ifPresent(until -> because.add(Decision.QUIET + until.toEpochMilli()));
        return new Verdict(DeliveryState.PENDING, null, because);
    }

    /** The first provider that would be tried. */
    private Optional<String> provider(String tenant, List<Contact.ContactAddress> addresses) {
        Set<AddressKind> asked = EnumSet.noneOf(AddressKind.class);
        for (Contact.ContactAddress address : addresses) {
            AddressKind kind = address.address().kind();
            Optional<String> provider = asked.add(kind) ? providers.firstProvider(tenant, kind) : Optional.empty();
            if (provider.isPresent()) {
                return provider;
            }
        }
        return Optional.empty();
    }

    private static Verdict suppress(Suppression reason, List<String> because) {
        return new Verdict(DeliveryState.SUPPRESSED, reason, because);
    }
}
