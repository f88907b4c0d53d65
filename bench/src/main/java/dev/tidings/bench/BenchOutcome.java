package dev.tidings.bench;

/** The outcome of one benchmark case. */
public interface BenchOutcome {
    boolean met();

    /** One line of JSON. */
    String json();

    /** One line of human-readable text. */
    String text();
}
