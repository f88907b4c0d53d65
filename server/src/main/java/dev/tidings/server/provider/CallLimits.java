package dev.tidings.server.provider;

import java.time.Duration;

/**
 * The limits of the calls of a provider account.
 *
 * @param timeout how long the provider waits for an answer
 * @param maxConcurrent the maximum number of calls in flight
 * @param perSecond the maximum rate; 0 for unlimited
 */
record CallLimits(Duration timeout, int maxConcurrent, int perSecond) {}
