package dev.tidings.core.meta;

import dev.tidings.core.deliver.Address;
import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Priority;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Where one user can be reached.
 *
 * @param profile empty if nothing is known about the user
 * @param devices those that are active
 */
public record Contact(Optional<UserProfile> profile, List<Device> devices) {
    public static final Contact UNKNOWN = new Contact(Optional.empty(), List.of());

    public Contact {
        devices = List.copyOf(devices);
    }

    /**
     * One address.
     *
     * @param id what it is called where the address itself must not be shown: of a device its id, otherwise the channel
     */
    public record Place(String id, Address address) {}

    /** All addresses that a channel can use, none if there is none, or none that reaches anybody. */
    public List<Place> places(Channel channel) {
        return switch (channel) {
            case PUSH ->
                devices.stream()
                        .map(device -> new Place(device.id(), new Address(device.kind(), device.token())))
                        .toList();
            case EMAIL -> place(AddressKind.MAILBOX, profile.flatMap(UserProfile::email));
            case SMS -> place(AddressKind.PHONE, profile.flatMap(UserProfile::phone));
            case WEBHOOK -> place(AddressKind.URL, profile.flatMap(UserProfile::webhook));
            case IN_APP -> List.of();
        };
    }

    /** Until when nothing of this priority is to disturb the user; empty if it may now. What is critical always may. */
    public Optional<Instant> quietUntil(Priority priority, Preferences preferences, Instant now) {
        return priority == Priority.CRITICAL
                ? Optional.empty()
                : preferences.quietHours().flatMap(quiet -> quiet.until(now, zone()));
    }

    private ZoneId zone() {
        return profile.flatMap(UserProfile::timeZone).map(ZoneId::of).orElse(ZoneOffset.UTC);
    }

    /** Whether an address is known for a channel that has none to use. */
    public boolean isUnreachable(Channel channel) {
        return profile.stream()
                .flatMap(known -> known.unreachable().stream())
                .anyMatch(kind -> kind.channel() == channel);
    }

    private List<Place> place(AddressKind kind, Optional<String> value) {
        return value.filter(address -> !isUnreachable(kind.channel()))
                .map(address -> List.of(new Place(kind.channel().wire(), new Address(kind, address))))
                .orElse(List.of());
    }
}
