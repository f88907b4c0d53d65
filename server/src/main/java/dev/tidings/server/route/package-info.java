/**
 * Where it is decided what each user hears and on which channels, and why not. Lists become a record for each user first. A decision
 * is written once and reused by every replay, and becomes visible together with the inbox row.
 */
package dev.tidings.server.route;
