package dev.tidings.core.metadata;

import dev.tidings.core.delivery.AddressKind;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The stored profile of a user: addresses other than push devices, locale and time zone. A user without a profile can be notified in-app
 * and on push devices.
 *
 * @param webhook the URL that is called for the webhook channel
 * @param locale a language tag, such as pt-BR
 * @param timeZone such as Europe/Berlin
 * @param unreachable the kinds of address that a provider reported as unreachable since they were last set
 */
public record UserProfile(
        String user,
        Optional<String> email,
        Optional<String> phone,
        Optional<String> webhook,
        Optional<String> locale,
        Optional<String> timeZone,
        Instant createdAt,
        Instant updatedAt,
        Set<AddressKind> unreachable) {
    public UserProfile {
        unreachable = Set.copyOf(unreachable);
    }

    /** A profile without unreachable addresses. */
    public UserProfile(
            String user,
            Optional<String> email,
            Optional<String> phone,
            Optional<String> webhook,
            Optional<String> locale,
            Optional<String> timeZone,
            Instant createdAt,
            Instant updatedAt) {
        this(user, email, phone, webhook, locale, timeZone, createdAt, updatedAt, Set.of());
    }
}
