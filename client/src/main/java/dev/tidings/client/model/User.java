package dev.tidings.client.model;

import java.time.Instant;
import java.util.List;

/**
 * The profile of a user. One without a profile can be notified as well.
 *
 * @param phone in E.164 format, such as +4915112345678
 * @param webhook the URL of the user's webhook channel
 * @param locale a language tag, such as {@code pt-BR}
 * @param timeZone such as {@code Europe/Berlin}
 * @param unreachable the fields of addresses that a provider reported as unreachable; set by the server
 * @param createdAt set by the server
 * @param updatedAt set by the server
 */
public record User(
        String id,
        String email,
        String phone,
        String webhook,
        String locale,
        String timeZone,
        List<String> unreachable,
        Instant createdAt,
        Instant updatedAt) {

    /** A profile without any addresses; add them with the methods below. */
    public static User of(String id) {
        return new User(id, null, null, null, null, null, null, null, null);
    }

    public User withEmail(String address) {
        return new User(id, address, phone, webhook, locale, timeZone, unreachable, createdAt, updatedAt);
    }

    public User withPhone(String number) {
        return new User(id, email, number, webhook, locale, timeZone, unreachable, createdAt, updatedAt);
    }

    public User withWebhook(String url) {
        return new User(id, email, phone, url, locale, timeZone, unreachable, createdAt, updatedAt);
    }

    public User withLocale(String tag) {
        return new User(id, email, phone, webhook, tag, timeZone, unreachable, createdAt, updatedAt);
    }

    public User withTimeZone(String zone) {
        return new User(id, email, phone, webhook, locale, zone, unreachable, createdAt, updatedAt);
    }
}
