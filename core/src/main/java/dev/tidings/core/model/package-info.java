/**
 * The domain model of Tidings: notifications, recipients, channels, priorities and delivery states. Values only, independent of storage.
 */
package dev.tidings.core.model;
