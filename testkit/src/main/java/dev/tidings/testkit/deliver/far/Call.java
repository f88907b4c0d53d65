package dev.tidings.testkit.deliver.far;

/**
 * A call that reached a far side and was as documented.
 *
 * @param dedupeKey what a repeat can be known by; null if the protocol has no room for it
 * @param startedNanos when it came, by {@link System#nanoTime()}
 * @param startedMillis the same, by {@link System#currentTimeMillis()}
 * @param accepted whether the far side took it, whatever it let the caller know of that
 */
public record Call(String address, String dedupeKey, long startedNanos, long startedMillis, boolean accepted) {}
