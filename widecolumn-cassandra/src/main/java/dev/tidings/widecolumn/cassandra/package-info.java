/**
 * The engine on Cassandra, ScyllaDB and other CQL databases.
 *
 * <p>A write goes {@link CassandraEngine} → {@link WriteStatements} → {@link Repeats} → the driver; a read goes
 * {@link CassandraEngine} → {@link SliceReader} → {@link Slice} → {@link Repeats} → the driver → {@link Codecs}. When the engine
 * is opened, {@link Sessions} connects and {@link KeyspaceSetup} migrates the keyspace to the declared schema.
 */
package dev.tidings.widecolumn.cassandra;
