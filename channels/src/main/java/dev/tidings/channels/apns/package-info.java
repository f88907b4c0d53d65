/**
 * Apple's push service through pushy: HTTP/2 over one connection per account, opened with the first delivery.
 *
 * <p>Pushy's handling of a connection has consequences. After a minute without traffic it pings, and closes the connection if there
 * is no answer; the next delivery opens another. On GOAWAY it closes at once, so that every notification in flight is unclear, except
 * those not yet sent for lack of a free stream. After a failed connect it waits before the next, from one second up to a minute, and
 * queues notifications meanwhile: here they are withdrawn from that queue at their timeout, so that they are not sent after a retry
 * elsewhere.
 */
package dev.tidings.channels.apns;
