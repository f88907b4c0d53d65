/**
 * The engine on Cassandra, ScyllaDB and other CQL databases.
 *
 * <p>A write goes {@link CassandraEngine} → {@link WriteStatements} → {@link Retries} → the driver; a read goes
 * {@link CassandraEngine} → {@link SliceReader} → {@link Slice} → {@link Retries} → the driver → {@link DriverCodecs}. When the engine
 * is opened, {@link SessionFactory} connects and {@link KeyspaceSetup} migrates the keyspace to the declared schema.
 */
package dev.tidings.widecolumn.cassandra;
