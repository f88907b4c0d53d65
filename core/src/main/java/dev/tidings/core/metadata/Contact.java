package dev.tidings.core.metadata;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Priority;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * The addresses at which one user can be reached, from the profile and the active devices. Routing and delivery ask it for the addresses of
 * a channel and for the end of the user's quiet hours.
 *
 * @param profile empty if the user is unknown
 * @param devices the active devices
 */
public record Contact(Optional<UserProfile> profile, List<Device> devices) {
    public static final Contact UNKNOWN = new Contact(Optional.empty(), List.of());

    public Contact {
        devices = List.copyOf(devices);
    }

    /**
     * An address of a contact, with an id that may be shown and logged in its place.
     *
     * @param id the device id, or the channel for other addresses; shown in place of the address
     */
    public record ContactAddress(String id, Address address) {}

    /** The usable addresses of a channel; addresses marked unreachable are left out. */
    public List<ContactAddress> addresses(Channel channel) {
        return switch (channel) {
            case PUSH ->
                devices.stream()
                        .map(device -> new ContactAddress(device.id(), new Address(device.kind(), device.token())))
                        .toList();
            case EMAIL -> place(AddressKind.MAILBOX, profile.flatMap(UserProfile::email));
            case SMS -> place(AddressKind.PHONE, profile.flatMap(UserProfile::phone));
            case WEBHOOK -> place(AddressKind.URL, profile.flatMap(UserProfile::webhook));
            case IN_APP -> List.of();
        };
    }

    /** The end of the quiet hours for this priority; empty if the user may be notified now. Critical notifications ignore quiet hours. */
    public Optional<Instant> quietUntil(Priority priority, Preferences preferences, Instant now) {
        return priority == Priority.CRITICAL
                ? Optional.empty()
                : preferences.quietHours().flatMap(quiet -> quiet.until(now, zone()));
    }

    private ZoneId zone() {
        return profile.flatMap(UserProfile::timeZone).map(ZoneId::of).orElse(ZoneOffset.UTC);
    }

    /** Whether the user's address for the channel is marked unreachable. */
    public boolean isUnreachable(Channel channel) {
        return profile.stream()
                .flatMap(known -> known.unreachable().stream())
                .anyMatch(kind -> kind.channel() == channel);
    }

    private List<ContactAddress> place(AddressKind kind, Optional<String> value) {
        return value.filter(address -> !isUnreachable(kind.channel()))
                .map(address -> List.of(new ContactAddress(kind.channel().wire(), new Address(kind, address))))
                .orElse(List.of());
    }
}
