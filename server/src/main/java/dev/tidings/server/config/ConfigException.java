package dev.tidings.server.config;

import java.util.List;

/** Thrown by {@link Config#load} if the file or the environment is invalid; contains all errors, one line each. */
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
