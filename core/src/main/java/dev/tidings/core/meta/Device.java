package dev.tidings.core.meta;

import dev.tidings.core.deliver.AddressKind;
import java.time.Instant;
import java.util.Optional;

/**
 * An app or a browser on which a user can be reached. A token belongs to one user at a time: whoever registers it last has it.
 *
 * @param id the tenant's or the app's own name for it, unique for the user
 * @param kind who knows the token: Apple, Google or a browser's push service
 * @param token the address itself
 * @param platform such as ios, android or web, for people
 * @param active false from when the far side said that it reaches nobody any more, until it is registered again
 * @param lastUsedAt when it was last registered
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

    /** Without the token, which whoever has it can write to. */
    @Override
    public String toString() {
        return "Device[" + id + ", " + kind.wire() + ", " + (active ? "active" : "inactive") + "]";
    }
}
