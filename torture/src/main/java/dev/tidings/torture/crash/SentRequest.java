package dev.tidings.torture.crash;

/**
 * A send request of the load.
 *
 * @param nonce identifies the notification in the inbox, and is its idempotency key if it has one
 */
record SentRequest(String user, String nonce, boolean idempotent) {}
