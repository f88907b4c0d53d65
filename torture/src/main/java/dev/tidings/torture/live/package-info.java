/**
 * Torture runs of live connections: clients that are disconnected and resume, a process that is killed, and all kinds of faulty and
 * malicious clients. The client is hand-written on plain channels, because half of its behaviour is deliberately invalid.
 */
package dev.tidings.torture.live;
