package dev.tidings.lab.cassandra;

import java.io.IOException;
import java.time.Duration;

/** Sends single queries to a node. */
final class Cql {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private Cql() {}

    static int query(CassandraNode node, String query) throws IOException {
        return query(node, query, CqlProbe.ONE);
    }

    /** Runs a query and returns the number of rows. */
    static int query(CassandraNode node, String query, int consistency) throws IOException {
        try (CqlProbe cql = CqlProbe.connect(node.contactPoint(), false, TIMEOUT)) {
            cql.login("cassandra", "cassandra");
            return cql.query(query, consistency);
        }
    }

    /**
     * Retries until the node knows the table: a schema change reaches the other nodes with a delay, for which drivers wait by
     * themselves.
     */
    static int queryUntilSuccess(CassandraNode node, String query, int consistency)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return query(node, query, consistency);
            } catch (IOException e) {
                if (attempt == 100) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }
}
