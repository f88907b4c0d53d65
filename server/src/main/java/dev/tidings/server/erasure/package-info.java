/**
 * Knows which users were erased and which tenants were deleted, and when. Tokens, routing and delivery ask it; package {@code removal}
 * removes the data.
 */
package dev.tidings.server.erasure;
