package dev.tidings.core.meta;

import dev.tidings.core.deliver.AddressKind;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What is known about a user. A user need not be known to be notified.
 *
 * @param webhook the URL that is called for what goes to the webhook channel
 * @param locale a language tag, such as pt-BR
 * @param timeZone such as Europe/Berlin
 * @param unreachable which of the addresses reach nobody, as a provider has said since they were last set
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

    /** With addresses of which nothing bad is known. */
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
