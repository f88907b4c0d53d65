/**
 * Encryption of stored secrets, with keys that are kept apart from the database. No log line or exception contains a secret, only its
 * owner.
 */
package dev.tidings.server.secret;
