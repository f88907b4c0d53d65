/**
 * Where a notification comes in: its request is understood, gets its id once, and is durable in the log before anybody is told that
 * it was accepted.
 */
package dev.tidings.server.intake;
