/**
 * Cassandra 5 as child processes: start at {@link dev.tidings.lab.cassandra.CassandraLab}, or at
 * {@link dev.tidings.lab.cassandra.SharedCassandra} for tests that only need some Cassandra.
 *
 * <p>Nothing here knows a driver. Whether a node is up is asked over the native protocol by hand, in
 * {@link dev.tidings.lab.cassandra.CqlProbe}.
 */
package dev.tidings.lab.cassandra;
