/** The notification types of every tenant, cached after the first read. */
package dev.tidings.server.types;
