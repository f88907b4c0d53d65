package dev.tidings.testkit.delivery.simulator;

import dev.tidings.core.delivery.Message;

/**
 * A valid call that reached a provider simulator.
 *
 * @param message its message
 * @param dedupeKey the deduplication key of retries; null if the protocol has none
 * @param startedNanos its arrival by {@link System#nanoTime()}
 * @param startedMillis its arrival by {@link System#currentTimeMillis()}
 * @param accepted whether the simulator accepted it, whether or not the caller learns of it
 * @param answered whether the caller gets a valid response eventually
 */
public record ReceivedCall(
        String address,
        Message message,
        String dedupeKey,
        long startedNanos,
        long startedMillis,
        boolean accepted,
        boolean answered) {}
