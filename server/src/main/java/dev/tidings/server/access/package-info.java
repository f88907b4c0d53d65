/** Who calls, and what they may do: API keys of tenants, tokens of their users. */
package dev.tidings.server.access;
