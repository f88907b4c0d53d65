package dev.tidings.core.deliver;

/** A setting of a provider's account that won't do. */
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String setting;
    private final String value;
    private final String expected;

    /** @param value what it was; null if it was missing or is a secret */
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
