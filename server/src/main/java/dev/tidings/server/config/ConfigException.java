package dev.tidings.server.config;

import java.util.List;

/** An invalid configuration, with all its errors. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** An array because exceptions are serializable, and so must be their fields. */
    private final String[] mistakes;

    ConfigException(List<String> mistakes) {
        super(String.join("\n", mistakes));
        this.mistakes = mistakes.toArray(String[]::new);
    }

    /** One line each: location, option, given value, expected value. */
    public List<String> errors() {
        return List.of(mistakes);
    }
}
