package dev.tidings.templates;

/**
 * The output buffer of the {@link TemplateRenderer}, with limits for its length and for the steps of rendering: nested sections over long
 * lists would never end. Beyond a limit it drops text and reports that it is full.
 */
final class BoundedOutput {
    private static final int MAX_STEPS = 20_000;

    private final StringBuilder text = new StringBuilder();
    private final int maxLength;
    private boolean full;
    private int steps;

    BoundedOutput(int maxLength) {
        this.maxLength = maxLength;
    }

    void append(CharSequence piece) {
        if (text.length() + (long) piece.length() > maxLength) {
            full = true;
        } else {
            text.append(piece);
        }
    }

    void append(char c) {
        if (text.length() >= maxLength) {
            full = true;
        } else {
            text.append(c);
        }
    }

    /** The text after the last occurrence of a character, up to a length. */
    String after(char c, int length) {
        int start = text.lastIndexOf(String.valueOf(c)) + 1;
        return text.substring(start, Math.min(text.length(), start + length));
    }

    /** Counts a step of work; false if the limit is reached. */
    boolean tryStep() {
        if (++steps > MAX_STEPS) {
            full = true;
        }
        return !full;
    }

    /** Whether something was left out: the text is unusable then. */
    boolean full() {
        return full;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
