/** The inboxes of users: pages, marks, unread counts, the change feed and the delivery history. */
package dev.tidings.server.inbox;
