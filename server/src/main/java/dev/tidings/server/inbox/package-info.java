/** What a user has been told: the inbox, what was done with it, how much of it is unread, and what happened lately. */
package dev.tidings.server.inbox;
