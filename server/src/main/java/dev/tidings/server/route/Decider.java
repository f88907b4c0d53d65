package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides on which channels a user receives a notification, by expiry, preferences, addresses, providers, content and quiet hours. A pure
 * function of its input. The rate limit is applied afterwards, to what would be delivered.
 */
final class Decider {
    private Decider() {}

    /** A stored decision is kept, even if its input has changed since. */
    static RoutedNotification decide(LoadedNotification loaded) {
        return loaded.stored().isPresent()
                ? new RoutedNotification(
                        loaded,
                        loaded.stored().get().decision(),
                        loaded.stored().get().decidedAt())
                : new RoutedNotification(
                        loaded, decide(loaded.input()), loaded.input().now());
    }

    static Decision decide(DecisionInput input) {
        Map<Channel, Verdict> verdicts = new EnumMap<>(Channel.class);
        for (Channel channel : DecisionInput.requestedChannels(input.notification(), input.type())) {
            verdicts.put(channel, decide(input, channel));
        }
        return new Decision(verdicts);
    }

    private static Verdict decide(DecisionInput input, Channel channel) {
        if (input.notification().expiredBy(input.now())) {
            return Verdict.EXPIRED;
        }
        return channel == Channel.IN_APP ? inApp(input) : outbound(input, input.recipient(), channel);
    }

    private static Verdict inApp(DecisionInput input) {
        Preferences.PreferenceDecision ruling = input.preferences().decide(input.type(), Channel.IN_APP);
        Finding preference = new Finding.Preference(ruling.by());
        if (!ruling.allowed()) {
            return Verdict.suppressed(Suppression.OPTED_OUT, List.of(preference));
        }
        Optional<String> source = input.recipient().renderer().source(Channel.IN_APP);
        List<Finding> findings = List.of(preference, new Finding.ContentSource(source));
        // An inbox can't show an item without text.
        return source.isPresent() ? Verdict.shown(findings) : Verdict.suppressed(Suppression.NO_CONTENT, findings);
    }

    /** Applies the rules in order, and records each finding, until one suppresses the channel. */
    private static Verdict outbound(DecisionInput input, Recipient recipient, Channel channel) {
        List<Finding> findings = new ArrayList<>();
        Preferences.PreferenceDecision ruling = input.preferences().decide(input.type(), channel);
        findings.add(new Finding.Preference(ruling.by()));
        if (!ruling.allowed()) {
            return Verdict.suppressed(Suppression.OPTED_OUT, findings);
        }
        Contact contact = recipient.contact();
        List<Contact.ContactAddress> addresses = contact.addresses(channel);
        findings.add(new Finding.Addresses(addresses.size()));
        if (addresses.isEmpty()) {
            return Verdict.suppressed(
                    contact.isUnreachable(channel) ? Suppression.ADDRESS_UNREACHABLE : Suppression.NO_ADDRESS,
                    findings);
        }
        Optional<String> provider = firstProvider(addresses, recipient.providers());
        findings.add(new Finding.Provider(provider));
        if (provider.isEmpty()) {
            return Verdict.suppressed(Suppression.NO_PROVIDER, findings);
        }
        Optional<String> source = recipient.renderer().source(channel);
        findings.add(new Finding.ContentSource(source));
        if (source.isEmpty()) {
            return Verdict.suppressed(Suppression.NO_CONTENT, findings);
        }
        contact.quietUntil(input.notification().priority(), input.preferences(), input.now())
                .ifPresent(until -> findings.add(new Finding.QuietUntil(until)));
        return Verdict.outbound(findings);
    }

    private static Optional<String> firstProvider(
            List<Contact.ContactAddress> addresses, Function<AddressKind, Optional<String>> providers) {
        for (Contact.ContactAddress address : addresses) {
            Optional<String> provider = providers.apply(address.address().kind());
            if (provider.isPresent()) {
                return provider;
            }
        }
        return Optional.empty();
    }
}
