package dev.tidings.core.metadata;

import dev.tidings.core.delivery.AddressKind;
import java.time.Instant;
import java.util.Optional;

/**
 * A push device of a user, as stored: an app or browser with its push token. A token belongs to one user at a time: the last registration
 * wins.
 *
 * @param id the tenant's or the app's own name for it, unique for the user
 * @param kind the push service of the token: Apple, Google or a browser's
 * @param token the address itself
 * @param platform such as ios, android or web, for people
 * @param active false from when the provider reported the token as unregistered, until it is registered again
 * @param lastUsedAt the time of the last registration
 */
public record Device(
        String id,
        AddressKind kind,
        String token,
        Optional<String> platform,
        Optional<String> appVersion,
        boolean active,
        Instant lastUsedAt,
        Instant createdAt) {

    /** Omits the token, which is enough to send to the device. */
    @Override
    public String toString() {
        return "Device[" + id + ", " + kind.wire() + ", " + (active ? "active" : "inactive") + "]";
    }
}
