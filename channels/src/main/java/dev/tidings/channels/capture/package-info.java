/**
 * A simulated provider for development: accepts every channel and sends nothing. Deliveries are captured in memory for inspection,
 * and a script can simulate every failure of a real provider. Bounded, and empty after a restart.
 */
package dev.tidings.channels.capture;
