package dev.tidings.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CassandraLabTest {
    @Test
    void threeNodesHoldThreeCopies() throws Exception {
        try (CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(3))) {
            try (CqlProbe cql = connect(lab.node(0))) {
                cql.query(
                        "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}",
                        CqlProbe.ONE);
                cql.query("CREATE TABLE k.t (id int PRIMARY KEY)", CqlProbe.ONE);
                awaitSuccess(() -> cql.query("INSERT INTO k.t (id) VALUES (1)", CqlProbe.ALL));
            }
            for (CassandraNode node : lab.nodes()) {
                try (CqlProbe cql = connect(node)) {
                    cql.query("SELECT * FROM k.t WHERE id = 1", CqlProbe.ALL);
                }
            }
        }
    }

    @Test
    void closingLeavesNothingBehind() {
        Path folder;
        ProcessHandle process;
        try (CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(1))) {
            folder = lab.node(0).log().getParent().getParent();
            process = ProcessHandle.of(lab.node(0).pid()).orElseThrow();
            assertThat(folder).isDirectory();
        }
        assertThat(process.isAlive()).isFalse();
        assertThat(Files.exists(folder)).isFalse();
    }

    @Test
    void twoNodesAreNoCluster() {
        assertThatThrownBy(() -> CassandraOptions.nodes(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 nodes; expected 1 or 3");
    }

    private static CqlProbe connect(CassandraNode node) throws IOException {
        CqlProbe cql = CqlProbe.connect(node.contactPoint(), false);
        cql.login("cassandra", "cassandra");
        return cql;
    }

    private interface Attempt {
        void run() throws IOException;
    }

    /** A new table reaches the other nodes a moment after it was created; drivers wait for that by themselves. */
    private static void awaitSuccess(Attempt attempt) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                attempt.run();
                return;
            } catch (IOException e) {
                if (tries == 100) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }
}
