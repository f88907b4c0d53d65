/**
 * Apple's push service, spoken to with pushy: HTTP/2 over one connection per account, which is opened with the first delivery.
 *
 * <p>What pushy does with a connection, and what follows from it. After a minute without traffic it pings, and gives the connection
 * up if there is no answer; the next delivery opens another. When Apple says goodbye (GOAWAY) it closes at once, so that whatever
 * had no answer yet is unclear, except what had not been sent for lack of a free stream. After a connection that could not be made
 * it waits before the next, from one second up to a minute, and would keep in line what is handed over meanwhile: here it is
 * withdrawn from the line when its time is over, so that it is not sent after all when somebody else has already tried again.
 */
package dev.tidings.channels.apns;
