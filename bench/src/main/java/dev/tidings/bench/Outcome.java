package dev.tidings.bench;

/** What became of one case of a benchmark. */
public interface Outcome {
    boolean met();

    /** One line of JSON. */
    String json();

    /** One line for people. */
    String text();
}
