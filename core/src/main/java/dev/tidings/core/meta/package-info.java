/**
 * What is small, changes seldom and must be consistent: tenants, their keys, users, preferences, types, and a log of who changed
 * what. Calls block until they are answered, and what has returned is durable.
 */
package dev.tidings.core.meta;
