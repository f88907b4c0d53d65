/** Authentication: API keys of tenants, tokens and tickets of their users, unsubscribe links. */
package dev.tidings.server.auth;
