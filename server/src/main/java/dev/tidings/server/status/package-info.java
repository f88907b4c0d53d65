/** What happened to a notification, and why: for whoever sent it. */
package dev.tidings.server.status;
