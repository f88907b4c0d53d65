/** Where tenants want to be told of events, and the secrets that they know us by. */
package dev.tidings.server.webhook;
