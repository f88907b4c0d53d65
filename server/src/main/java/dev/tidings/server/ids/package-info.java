/** Notification ids: UUIDv7 that increase within a process and, by a high-water mark on disk, across restarts. */
package dev.tidings.server.ids;
