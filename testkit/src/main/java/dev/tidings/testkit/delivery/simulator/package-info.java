/**
 * Provider simulators, as strict as the documentation of the real services: an invalid request gets the documented error. They
 * are real servers on loopback ports, with scripted behaviour per address, and record each call.
 */
package dev.tidings.testkit.delivery.simulator;
