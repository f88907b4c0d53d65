package dev.tidings.torture.crash;

import java.time.Duration;
import java.util.Optional;

/**
 * A send request of the load.
 *
 * @param nonce identifies the notification in the inbox, and is its idempotency key if it has one
 * @param delay of a scheduled notification
 */
record SentRequest(String user, String nonce, boolean idempotent, Optional<Duration> delay) {}
