/** Declared tables as CQL: statements for the Cassandra engine, and a commented schema file for people. */
package dev.tidings.widecolumn.cql;
