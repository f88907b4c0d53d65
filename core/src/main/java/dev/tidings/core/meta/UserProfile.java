package dev.tidings.core.meta;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known about a user. A user need not be known to be notified.
 *
 * @param webhook the URL that is called for what goes to the webhook channel
 * @param locale a language tag, such as pt-BR
 * @param timeZone such as Europe/Berlin
 */
public record UserProfile(
        String user,
        Optional<String> email,
        Optional<String> phone,
        Optional<String> webhook,
        Optional<String> locale,
        Optional<String> timeZone,
        Instant createdAt,
        Instant updatedAt) {}
