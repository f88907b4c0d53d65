/**
 * The hot state in memory, and what stands on it: unread counts, rate limits, user locks. {@code MemoryHotState} implements the hot
 * state port. All of it can be lost at any time; none of it is the source of truth.
 */
package dev.tidings.server.hot;
