package dev.tidings.server.config;

import java.util.List;

/** The configuration can't be used; says everything that is wrong with it. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A copy as an array because exceptions are serializable, and so all they hold has to be. */
    private final String[] mistakes;

    ConfigException(List<String> mistakes) {
        super(String.join("\n", mistakes));
        this.mistakes = mistakes.toArray(String[]::new);
    }

    /** One line each: where, which option, what was given, what was expected. */
    public List<String> mistakes() {
        return List.of(mistakes);
    }
}
