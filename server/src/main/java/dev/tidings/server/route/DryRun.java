package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.RateLimits;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.server.users.Users;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Returns for each user and channel the verdict and message that routing would produce for a notification, for the API's dry run. Writes
 * nothing and uses up no limit.
 */
public final class DryRun {
    private final PreferenceService preferences;
    private final ContactService contacts;
    private final RateLimits rateLimits;
    private final ProviderPool providers;
    private final MessageRenderers renderers;

    /** The verdict on a channel, and the message if it would be sent. */
    public record DryRunResult(Verdict verdict, Optional<Message> message) {}

    DryRun(Users users, RateLimits rateLimits, ProviderPool providers, MessageRenderers renderers) {
        this.preferences = users.preferences();
        this.contacts = users.contacts();
        this.rateLimits = rateLimits;
        this.providers = providers;
        this.renderers = renderers;
    }

    /**
     * By user, in the given order. May block.
     *
     * @param at the time of the decision
     */
    public Map<String, Map<Channel, DryRunResult>> decide(
            Notification notification, NotificationType type, Content content, Target target, Instant at) {
        boolean shared = target instanceof Target.Users;
        List<String> users =
                target instanceof Target.Users list ? list.users() : List.of(((Target.User) target).user());
        List<UserKey> keys = new ArrayList<>();
        users.forEach(user -> keys.add(new UserKey(notification.tenant(), user)));
        Map<UserKey, Preferences> preferencesByUser = preferences.findAll(keys);
        Map<UserKey, Contact> contactsByUser = contacts.findAll(keys);
        Function<AddressKind, Optional<String>> firstProviders =
                new FirstProviders(providers).of(notification.tenant());
        Map<String, Map<Channel, DryRunResult>> all = new LinkedHashMap<>();
        for (UserKey user : keys) {
            Contact contact = contactsByUser.getOrDefault(user, Contact.UNKNOWN);
            Recipient recipient = new Recipient(
                    contact,
                    renderers.of(
                            notification, type, user, content, MessageRenderers.locales(notification, contact, shared)),
                    firstProviders);
            DecisionInput input = new DecisionInput(notification, type, preferencesByUser.get(user), recipient, at);
            all.put(user.user(), results(decide(user, input), recipient));
        }
        return all;
    }

    private Decision decide(UserKey user, DecisionInput input) {
        Decision decision = Decider.decide(input);
        OptionalInt limit = input.type().perUserAndHour();
        return limit.isEmpty() || rateLimits.hasRoom(user, input.notification(), limit.getAsInt())
                ? decision
                : decision.rateLimited();
    }

    private static Map<Channel, DryRunResult> results(Decision decision, Recipient recipient) {
        Map<Channel, DryRunResult> results = new LinkedHashMap<>();
        decision.verdicts()
                .forEach((channel, verdict) -> results.put(
                        channel,
                        new DryRunResult(
                                verdict,
                                verdict.isOutbound()
                                        ? Optional.of(recipient.renderer().message(channel))
                                        : Optional.empty())));
        return results;
    }
}
