/**
 * The users' screens: who is connected, what each of them has seen, and what comes next. A session reads what it missed from the
 * change feed and then hears of changes as they are written; it never relies on having heard. Knows no protocol: how events look on
 * the wire is the edge's affair.
 */
package dev.tidings.server.live;
