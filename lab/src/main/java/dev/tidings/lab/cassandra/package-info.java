/**
 * Cassandra 5 as child processes: start at {@link dev.tidings.lab.cassandra.CassandraLab}, or at {@link
 * dev.tidings.lab.cassandra.SharedCassandra} for tests that only need a running node.
 *
 * <p>Nothing here depends on a driver. Health probes speak the native protocol directly, in {@link
 * dev.tidings.lab.cassandra.CqlProbe}.
 */
package dev.tidings.lab.cassandra;
