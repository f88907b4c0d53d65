/** The tenants' provider accounts: their settings, with secrets encrypted, and the providers opened from them for deliveries. */
package dev.tidings.server.provider;
