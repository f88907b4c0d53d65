package dev.tidings.server.route;

import static java.util.stream.Collectors.toMap;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.QuietHours;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.route.LoadedNotification.StoredDecision;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** One combination of everything that a routing decision depends on. The choice, the address and the provider are alike on all channels. */
record RoutingCase(
        Set<Channel> channels,
        Choice choice,
        Reach reach,
        boolean provider,
        boolean content,
        Quiet quiet,
        Priority priority,
        Expiry expiry,
        Rate rate) {
    static final Instant NOW = Instant.parse("2026-11-18T23:30:00Z");
    static final Instant QUIET_UNTIL = Instant.parse("2026-11-19T07:00:00Z");
    static final String PROVIDER = "acme/first";

    /** Nothing but a missing device or provider prevents the push. */
    static final RoutingCase PUSH_ALLOWED = new RoutingCase(
            Set.of(Channel.PUSH),
            Choice.DEFAULT,
            Reach.ONE_ADDRESS,
            true,
            true,
            Quiet.NONE,
            Priority.NORMAL,
            Expiry.NEVER,
            Rate.UNLIMITED);

    private static final String TYPE = "order_shipped";
    private static final String CATEGORY = "orders";
    private static final UUID ID = UuidV7.smallestAt(NOW.minusSeconds(1));

    /** The user's preference. */
    enum Choice {
        DEFAULT,
        REQUIRED_TYPE,
        OUT_BY_CHANNEL,
        OUT_BY_CATEGORY,
        OUT_BY_TYPE,
        IN_BY_CHANNEL,
        IN_BY_CHANNEL_OUT_BY_TYPE
    }

    /** The user's address for a channel. */
    enum Reach {
        NO_ADDRESS,
        UNREACHABLE,
        ONE_ADDRESS
    }

    /** The user's quiet hours. */
    enum Quiet {
        NONE,
        NOT_NOW,
        NOW
    }

    /** The expiry of the notification. */
    enum Expiry {
        NEVER(null),
        LATER(NOW.plusMillis(1)),
        NOW_EXPIRED(NOW),
        LONG_EXPIRED(NOW.minusSeconds(3_600));

        final Instant time;

        Expiry(Instant time) {
            this.time = time;
        }

        boolean expired() {
            return this == NOW_EXPIRED || this == LONG_EXPIRED;
        }
    }

    /** The rate limit of the type. */
    enum Rate {
        UNLIMITED,
        BELOW_LIMIT,
        REACHED
    }

    RoutingCase on(Channel... others) {
        return new RoutingCase(Set.of(others), choice, reach, provider, content, quiet, priority, expiry, rate);
    }

    /** The decision with the rate limit applied, as the route stage does. */
    Decision decide() {
        return decide(Optional.empty());
    }

    Decision decide(Optional<StoredDecision> stored) {
        Envelope envelope = new Envelope(notification(), Optional.of("bob"), false, stored.isPresent());
        RoutedNotification routed = Decider.decide(new LoadedNotification(
                envelope, new UserKey("acme", "bob"), stored.isPresent(), Ownership.ALONE, input(), stored));
        return rate == Rate.REACHED && routed.uncheckedRateLimit().isPresent()
                ? routed.rateLimited().decision()
                : routed.decision();
    }

    /**
     * The decision without the rate limit for a user with other devices, and with a provider of its own for each address kind.
     *
     * @param devices the kinds of the devices, if the user can be reached
     * @param served the address kinds with a provider
     */
    Decision decide(List<AddressKind> devices, Set<AddressKind> served) {
        return Decider.decide(input(
                contact(devices), kind -> served.contains(kind) ? Optional.of(provider(kind)) : Optional.empty()));
    }

    /** The id of the provider for an address kind, where kinds have different providers. */
    static String provider(AddressKind kind) {
        return "acme/" + kind.wire();
    }

    private DecisionInput input() {
        return input(contact(List.of(AddressKind.FCM)), kind -> provider ? Optional.of(PROVIDER) : Optional.empty());
    }

    private DecisionInput input(Contact contact, Function<AddressKind, Optional<String>> providers) {
        Content given = new Content(content ? "Shipped" : null, null, null, null);
        Recipient recipient = new Recipient(contact, new PlainMessageRenderer(notification(), "bob", given), providers);
        return new DecisionInput(notification(), type(), preferences(), recipient, NOW);
    }

    private Notification notification() {
        return new Notification(
                "acme", ID, ID, TYPE, priority, channels, null, expiry.time, "key", null, 0, new byte[0]);
    }

    private NotificationType type() {
        return new NotificationType(
                TYPE,
                Optional.of(CATEGORY),
                Set.of(),
                Priority.CRITICAL,
                rate == Rate.UNLIMITED ? OptionalInt.empty() : OptionalInt.of(5),
                choice == Choice.REQUIRED_TYPE,
                Optional.<Duration>empty(),
                true);
    }

    private Preferences preferences() {
        Map<Channel, Boolean> out = all(false);
        Map<Channel, Boolean> in = all(true);
        return new Preferences(
                1,
                switch (choice) {
                    case OUT_BY_CHANNEL, REQUIRED_TYPE -> out;
                    case IN_BY_CHANNEL, IN_BY_CHANNEL_OUT_BY_TYPE -> in;
                    default -> Map.of();
                },
                choice == Choice.OUT_BY_CATEGORY ? Map.of(CATEGORY, out) : Map.of(),
                choice == Choice.OUT_BY_TYPE || choice == Choice.IN_BY_CHANNEL_OUT_BY_TYPE
                        ? Map.of(TYPE, out)
                        : Map.of(),
                switch (quiet) {
                    case NONE -> Optional.empty();
                    case NOT_NOW -> Optional.of(quietHours(1, 2));
                    case NOW -> Optional.of(quietHours(22, 7));
                });
    }

    private static QuietHours quietHours(int from, int to) {
        return new QuietHours(LocalTime.of(from, 0), LocalTime.of(to, 0), Optional.of(ZoneOffset.UTC));
    }

    private static Map<Channel, Boolean> all(boolean allowed) {
        return Arrays.stream(Channel.values()).collect(toMap(channel -> channel, channel -> allowed));
    }

    private Contact contact(List<AddressKind> deviceKinds) {
        boolean hasAddress = reach != Reach.NO_ADDRESS;
        UserProfile profile = new UserProfile(
                "bob",
                Optional.of("bob@example.org").filter(any -> hasAddress),
                Optional.of("+4915112345678").filter(any -> hasAddress),
                Optional.of("https://example.org/hook").filter(any -> hasAddress),
                Optional.empty(),
                Optional.empty(),
                NOW,
                NOW,
                reach == Reach.UNREACHABLE ? Set.of(AddressKind.values()) : Set.of());
        List<Device> devices = deviceKinds.stream()
                .map(kind -> new Device(
                        "device-" + kind, kind, "token-" + kind, Optional.empty(), Optional.empty(), true, NOW, NOW))
                .toList();
        return new Contact(Optional.of(profile), reach == Reach.ONE_ADDRESS ? devices : List.of());
    }
}
