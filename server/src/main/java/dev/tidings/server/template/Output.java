package dev.tidings.server.template;

/**
 * A text that is being made, and does not grow beyond its bound, however often a section is repeated. Neither does the work: eight
 * sections of the same thousand values, one within the other, would never end.
 */
final class Output {
    private static final int MOST_STEPS = 20_000;

    private final StringBuilder text = new StringBuilder();
    private final int most;
    private boolean full;
    private int steps;

    Output(int most) {
        this.most = most;
    }

    void append(CharSequence piece) {
        if (text.length() + (long) piece.length() > most) {
            full = true;
        } else {
            text.append(piece);
        }
    }

    void append(char c) {
        if (text.length() >= most) {
            full = true;
        } else {
            text.append(c);
        }
    }

    /** Before each piece of work: false if it is enough. */
    boolean goOn() {
        if (++steps > MOST_STEPS) {
            full = true;
        }
        return !full;
    }

    /** Whether something was left out: then the text is of no use. */
    boolean full() {
        return full;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
