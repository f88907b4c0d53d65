package dev.tidings.testkit.deliver.far;

import dev.tidings.core.deliver.Message;

/**
 * A call that reached a far side and was as documented.
 *
 * @param message what it said
 * @param dedupeKey what a repeat can be known by; null if the protocol has no room for it
 * @param startedNanos when it came, by {@link System#nanoTime()}
 * @param startedMillis the same, by {@link System#currentTimeMillis()}
 * @param accepted whether the far side took it, whatever it let the caller know of that
 * @param answered whether it lets the caller know, sooner or later
 */
public record Call(
        String address,
        Message message,
        String dedupeKey,
        long startedNanos,
        long startedMillis,
        boolean accepted,
        boolean answered) {}
