package dev.tidings.widecolumn.cql;

import dev.tidings.widecolumn.SchemaException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where tables are created.
 *
 * @param replicas how many copies each datacenter keeps, by its name as the cluster knows it
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
        // Sorted, so that the statement is the same every time.
        replicas = Collections.unmodifiableMap(new TreeMap<>(replicas));
    }

    /** Replicas are given per datacenter and not for all: a datacenter added later holds nothing until somebody says so. */
    public String createStatement() {
        String copies = replicas.entrySet().stream()
                .map(e -> ", " + CqlText.string(e.getKey()) + ": " + e.getValue())
                .collect(Collectors.joining());
        return "CREATE KEYSPACE IF NOT EXISTS " + CqlText.name(name)
                + "\n  WITH replication = {'class': 'NetworkTopologyStrategy'" + copies + "}";
    }
}
