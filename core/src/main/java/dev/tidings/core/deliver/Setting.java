package dev.tidings.core.deliver;

/**
 * Something to be said about an account with a provider.
 *
 * @param secret whether it is kept encrypted and never shown again
 * @param expected what it looks like, for people
 */
public record Setting(String name, boolean secret, boolean required, String expected) {
    public static Setting required(String name, String expected) {
        return new Setting(name, false, true, expected);
    }

    public static Setting optional(String name, String expected) {
        return new Setting(name, false, false, expected);
    }

    public static Setting secret(String name, String expected) {
        return new Setting(name, true, true, expected);
    }

    public static Setting optionalSecret(String name, String expected) {
        return new Setting(name, true, false, expected);
    }
}
