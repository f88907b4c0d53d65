package dev.tidings.core.delivery;

/**
 * The declaration of one setting of a provider account.
 *
 * @param secret whether it is stored encrypted and never shown
 * @param expected a description of valid values, for people
 */
public record ProviderSetting(String name, boolean secret, boolean required, String expected) {
    public static ProviderSetting required(String name, String expected) {
        return new ProviderSetting(name, false, true, expected);
    }

    public static ProviderSetting optional(String name, String expected) {
        return new ProviderSetting(name, false, false, expected);
    }

    public static ProviderSetting secret(String name, String expected) {
        return new ProviderSetting(name, true, true, expected);
    }

    public static ProviderSetting optionalSecret(String name, String expected) {
        return new ProviderSetting(name, true, false, expected);
    }
}
