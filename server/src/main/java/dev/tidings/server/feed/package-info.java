/**
 * The rules of the change feed that writers and readers share: rows, identities, cursors, and the overlap with which readers read because
 * several processes write on clocks that differ.
 */
package dev.tidings.server.feed;
