package dev.tidings.core.delivery;

/**
 * The declaration of one setting in the accounts of a {@link ProviderKind}: its name and its rules, not its value.
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
