package dev.tidings.server.config;

/** A text that is used but never shown: whatever prints, logs or concatenates it gets {@value #MASK}. */
public final class Secret {

    static final String MASK = "[redacted]";

    private final String text;

    public Secret(String text) {
        // What "tidings config" printed was fed back; better refused here than by a database later.
        if (text.equals(MASK)) {
            throw new IllegalArgumentException("the mask of a secret is not a secret");
        }
        this.text = text;
    }

    /** The text itself. Call this where it is used, and keep the result nowhere. */
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
