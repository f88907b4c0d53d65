/**
 * Outgoing webhooks, signed as specified by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, to URLs of tenants and
 * their users.
 */
package dev.tidings.channels.webhook;
