/**
 * Tables on Cassandra, ScyllaDB and whatever else speaks CQL.
 *
 * <p>A write goes {@link CassandraEngine} → {@link WriteStatements} → {@link Repeats} → the driver; a read goes
 * {@link CassandraEngine} → {@link SliceReader} → {@link Slice} → {@link Repeats} → the driver → {@link Codecs}. When the engine is
 * opened, {@link Sessions} connects and {@link KeyspaceSetup} brings the keyspace to the declared shape.
 */
package dev.tidings.widecolumn.cassandra;
