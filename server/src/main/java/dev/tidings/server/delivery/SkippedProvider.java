package dev.tidings.server.delivery;

import java.time.Instant;

/**
 * A provider that was not called at one address, for a reason of its own.
 *
 * @param code a word for searches, such as circuit_open
 * @param text the reason, for people
 */
record SkippedProvider(String addressId, String provider, Instant at, String code, String text) {}
