/**
 * Preferences and contacts of users: cached in the hot state, read from the metadata store when missing, and changed under write leases,
 * so that no decision after the response of a change uses the old value.
 */
package dev.tidings.server.users;
