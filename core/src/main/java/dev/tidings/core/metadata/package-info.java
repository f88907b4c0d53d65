/**
 * The port of the metadata store, for small, rarely changed and consistent data: tenants, API keys, users, preferences, types, templates,
 * provider accounts and the audit log. Calls block, and a change is durable when its call returns.
 */
package dev.tidings.core.metadata;
