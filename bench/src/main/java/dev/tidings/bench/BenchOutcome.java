package dev.tidings.bench;

/** The outcome of one benchmark case: whether its target was met, and one line of JSON or text for the report. */
public interface BenchOutcome {
    boolean met();

    /** One line of JSON. */
    String json();

    /** One line of human-readable text. */
    String text();
}
