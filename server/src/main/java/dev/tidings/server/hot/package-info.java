/**
 * What is kept close for speed: preferences, contacts, unread counts, rate-limit windows. {@code MemoryHotState} keeps it in memory behind the
 * port of the hot state; the others read back from tables and database what is not there. All of it can be lost at any moment; none
 * of it is the truth.
 */
package dev.tidings.server.hot;
