/**
 * Routing: decides on which channels each user receives a notification, and records why. Lists are first fanned out to a record per user. A
 * decision is written once, reused by every replay, and becomes visible together with the inbox row.
 */
package dev.tidings.server.route;
