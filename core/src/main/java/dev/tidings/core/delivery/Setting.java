package dev.tidings.core.delivery;

/**
 * The declaration of one setting of a provider account.
 *
 * @param secret whether it is stored encrypted and never shown
 * @param expected a description of valid values, for people
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
