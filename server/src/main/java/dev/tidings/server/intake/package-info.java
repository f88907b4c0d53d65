/**
 * Accepts requests: validates them, assigns the id once, and makes them durable in the log or in the schedule before they are acknowledged.
 */
package dev.tidings.server.intake;
