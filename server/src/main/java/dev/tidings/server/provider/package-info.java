/**
 * The accounts that tenants have with those who carry their channels: what is said about them, encrypted where it is secret, and
 * the providers that are opened of them when there is something to deliver.
 */
package dev.tidings.server.provider;
