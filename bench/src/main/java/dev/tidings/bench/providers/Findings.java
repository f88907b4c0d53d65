package dev.tidings.bench.providers;

import java.util.Map;
import java.util.TreeMap;

/** What a run found. */
final class Findings {
    int acked;
    /** Without an end. */
    int unfinished;
    /** Said to be sent, and no far side has it. */
    long lost;
    /** Taken by a far side once more. */
    int repeats;
    /** Of these, the ones that nothing excuses. */
    int needless;

    final Map<String, Integer> states = new TreeMap<>();

    boolean met() {
        return acked > 0 && unfinished == 0 && lost == 0 && needless == 0;
    }
}
