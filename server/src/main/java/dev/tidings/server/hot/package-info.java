/**
 * The hot state in memory, and the caches on it: preferences, contacts, unread counts, rate-limit windows. {@code MemoryHotState}
 * implements the hot state port; the other classes read missing values from tables and database. All of it can be lost at any time; none of
 * it is the source of truth.
 */
package dev.tidings.server.hot;
