package dev.tidings.lab.cassandra;

import java.io.IOException;
import java.time.Duration;

/** Single queries to a node, as a test needs them. */
final class Cql {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private Cql() {}

    static int ask(CassandraNode node, String query) throws IOException {
        return ask(node, query, CqlProbe.ONE);
    }

    /** The number of rows in the answer. */
    static int ask(CassandraNode node, String query, int consistency) throws IOException {
        try (CqlProbe cql = CqlProbe.connect(node.contactPoint(), false, TIMEOUT)) {
            cql.login("cassandra", "cassandra");
            return cql.query(query, consistency);
        }
    }

    /** A new table reaches the other nodes a moment after it was created; drivers wait for that by themselves. */
    static int askUntilAnswered(CassandraNode node, String query, int consistency)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return ask(node, query, consistency);
            } catch (IOException e) {
                if (attempt == 100) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }
}
