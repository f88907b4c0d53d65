/**
 * Webhooks out, signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, to URLs that tenants and their users
 * have given us.
 */
package dev.tidings.channels.webhook;
