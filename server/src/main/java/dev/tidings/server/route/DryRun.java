package dev.tidings.server.route;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.ContactService;
import dev.tidings.server.hot.PreferenceService;
import dev.tidings.server.hot.RateLimits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same decisions as in routing, now, about something that is not sent. Nothing is written, and no limit used up. */
public final class DryRun {
    private final PreferenceService preferences;
    private final ContactService contacts;
    private final RateLimits rateLimits;
    private final Decider decider;
    private final Contents contents;
    private final InstantSource clock;

    /** What would be decided about a channel, and what would be said on it. */
    public record Would(Verdict verdict, Optional<Message> message) {}

    public DryRun(Routing.Parts parts) {
        this.preferences = parts.preferences();
        this.contacts = parts.contacts();
        this.rateLimits = new RateLimits(parts.engine(), parts.hot().windows());
        this.decider = new Decider(rateLimits, parts.reach());
        this.contents = new Contents(parts.engine(), parts.parser(), parts.templates(), parts.links());
        this.clock = parts.clock();
    }

    /** By user, in the order given. May block. */
    public Map<String, Map<Channel, Would>> of(
            Notification notification, NotificationType type, Content content, List<String> users) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        List<UserKey> keys = new ArrayList<>();
        users.forEach(user -> keys.add(new UserKey(notification.tenant(), user)));
        Map<UserKey, Preferences> wishes = preferences.findAll(keys);
        Map<UserKey, Contact> reachable = contacts.findAll(keys);
        Map<String, Map<Channel, Would>> all = new LinkedHashMap<>();
        for (UserKey user : keys) {
            Contact contact = reachable.getOrDefault(user, Contact.UNKNOWN);
            Addressee addressee =
                    new Addressee(contact, contents.outside(notification, type, user.user(), content, contact));
            all.put(user.user(), would(new Decider.Case(notification, user, type, wishes.get(user), addressee, now)));
        }
        return all;
    }

    private Map<Channel, Would> would(Decider.Case of) {
        boolean full = of.type().perUserAndHour().isPresent()
                && !rateLimits.hasRoom(
                        of.user(), of.notification(), of.type().perUserAndHour().getAsInt());
        Map<Channel, Would> would = new LinkedHashMap<>();
        decider.verdicts(of).forEach((channel, verdict) -> {
            Verdict last = full && verdict.delivers()
                    ? verdict.insteadSuppress(Suppression.RATE_LIMITED, "rate reached")
                    : verdict;
            boolean says = channel != Channel.IN_APP && last.delivers();
            would.put(
                    channel,
                    new Would(last, says ? Optional.of(of.one().saying().message(channel)) : Optional.empty()));
        });
        return would;
    }
}
