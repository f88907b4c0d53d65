/**
 * Live connections of users: which are open, what each has seen, and what comes next. A session reads missed changes from the change feed
 * and is then sent changes as they are published; it never relies on having received one. Independent of the protocol: the HTTP layer
 * encodes the events.
 */
package dev.tidings.server.live;
