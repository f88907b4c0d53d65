/** Webhook events: the tenants' endpoints, their signing secrets, and the stage of the log that delivers events to them. */
package dev.tidings.server.webhook;
