/** CQL for declared tables: statements for the Cassandra engine, and a commented schema file for people. */
package dev.tidings.widecolumn.cql;
