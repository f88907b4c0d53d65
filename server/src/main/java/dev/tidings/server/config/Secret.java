package dev.tidings.server.config;

/** An option value that is never printed, such as a password: {@link #toString} returns {@value #MASK}, {@link #reveal} the text. */
public final class Secret {

    static final String MASK = "[redacted]";

    private final String text;

    public Secret(String text) {
        // The output of "tidings config" was used as input: reject it here rather than at the database.
        if (text.equals(MASK)) {
            throw new IllegalArgumentException("the mask of a secret is not a secret");
        }
        this.text = text;
    }

    /** The text itself. Call this where it is used, and do not keep the result. */
    public String reveal() {
        return text;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return MASK;
    }
}
