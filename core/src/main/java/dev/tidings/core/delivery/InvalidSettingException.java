package dev.tidings.core.delivery;

/**
 * Thrown for a missing, unknown or invalid setting of a provider account, when the account is created or opened. Carries the setting, its
 * value unless that is secret, and the expected values.
 */
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String setting;
    private final String value;
    private final String expected;

    /** @param value the invalid value; null if it is missing or a secret */
    public InvalidSettingException(String setting, String value, String expected) {
        super(setting + ": got " + value + ", expected " + expected);
        this.setting = setting;
        this.value = value;
        this.expected = expected;
    }

    public String setting() {
        return setting;
    }

    public String value() {
        return value;
    }

    public String expected() {
        return expected;
    }
}
