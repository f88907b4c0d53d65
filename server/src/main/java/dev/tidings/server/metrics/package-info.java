/**
 * Building blocks of metrics beside those of Micrometer: a histogram for hot paths, and the metrics of the JVM. Each package registers its own
 * metrics; all end up in the one registry of the storage.
 */
package dev.tidings.server.metrics;
