/**
 * The provider for development: carries every channel, to nowhere. What would have been sent is kept in memory where a person can
 * see it, and a script can have it go wrong in every way that the real ones do. For development: it is limited to the newest, and
 * empty after a restart.
 */
package dev.tidings.channels.capture;
