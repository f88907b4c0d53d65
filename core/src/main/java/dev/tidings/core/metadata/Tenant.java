package dev.tidings.core.metadata;

import java.time.Instant;

/**
 * A tenant of the installation: one application, or one environment of it, that sends notifications to its own users. Its id is part of
 * every key in every table.
 *
 * @param name the sender as users see it, such as on the unsubscribe page
 * @param defaultLocale the language tag of templates for users whose own language has none
 */
public record Tenant(String id, String name, String defaultLocale, Instant createdAt) {
    public static final String DEFAULT_LOCALE = "en";

    public Tenant(String id, String name, Instant createdAt) {
        this(id, name, DEFAULT_LOCALE, createdAt);
    }
}
