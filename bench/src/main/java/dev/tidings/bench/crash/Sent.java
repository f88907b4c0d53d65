package dev.tidings.bench.crash;

/**
 * One request to send.
 *
 * @param nonce what it is recognized by in the inbox, and its idempotency key if it has one
 */
record Sent(String user, String nonce, boolean keyed) {}
