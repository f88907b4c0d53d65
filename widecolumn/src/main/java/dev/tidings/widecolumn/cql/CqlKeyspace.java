package dev.tidings.widecolumn.cql;

import dev.tidings.widecolumn.SchemaException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The name and replication of a Cassandra keyspace; renders its {@code CREATE KEYSPACE} statement.
 *
 * @param replicas the replication factor by datacenter, under its name in the cluster
 */
public record CqlKeyspace(String name, Map<String, Integer> replicas) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    public CqlKeyspace {
        if (!NAME.matcher(name).matches()) {
            throw new SchemaException(
                    "keyspace name '" + name + "': expected lower-case letters, digits and underscores, at most 48");
        }
        if (replicas.isEmpty()) {
            throw new SchemaException("keyspace " + name + " has no datacenter: expected the replicas of at least one");
        }
        replicas.forEach((datacenter, count) -> {
            if (count < 1) {
                throw new SchemaException(
                        "keyspace " + name + ": " + count + " replicas in " + datacenter + ", expected at least one");
            }
        });
        // Sorted, so that the statement is deterministic.
        replicas = Collections.unmodifiableMap(new TreeMap<>(replicas));
    }

    /** Replication is given per datacenter: one added later holds nothing until it is configured. */
    public String createStatement() {
        String copies = replicas.entrySet().stream()
                .map(e -> ", " + CqlText.string(e.getKey()) + ": " + e.getValue())
                .collect(Collectors.joining());
        return "CREATE KEYSPACE IF NOT EXISTS " + CqlText.name(name)
                + "\n  WITH replication = {'class': 'NetworkTopologyStrategy'" + copies + "}";
    }
}
