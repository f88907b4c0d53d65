package dev.tidings.torture.providers;

import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a providers run: counts of acked notifications, unfinished, lost and duplicate deliveries. Tells whether all
 * guarantees held.
 */
final class ProviderFindings {
    int acked;
    /** Deliveries without a final state. */
    int unfinished;
    /** Reported as sent, but received by no provider. */
    long lost;
    /** Duplicate deliveries accepted by a provider. */
    int duplicates;
    /** Duplicates that are not explained by a crash or an unanswered call. */
    int needless;

    final Map<String, Integer> states = new TreeMap<>();

    boolean met() {
        return acked > 0 && unfinished == 0 && lost == 0 && needless == 0;
    }
}
