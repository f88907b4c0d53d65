package dev.tidings.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of a cluster of three nodes: replication, loss of a node, and cleanup. */
class ThreeNodesTest {
    @Test
    void threeNodes_replicateSurviveAKillAndCleanUp() throws Exception {
        Path folder;
        List<ProcessHandle> processes;
        try (CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(3))) {
            assertThat(lab.contactPoints()).hasSize(3).doesNotHaveDuplicates();
            Cql.query(
                    lab.node(0),
                    "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
            Cql.query(lab.node(0), "CREATE TABLE k.t (id int PRIMARY KEY)");
            Cql.queryUntilSuccess(lab.node(0), "INSERT INTO k.t (id) VALUES (1)", CqlProbe.ALL);
            for (CassandraNode node : lab.nodes()) {
                // A write that reached all replicas does not mean that every coordinator knows the table.
                assertThat(Cql.queryUntilSuccess(node, "SELECT id FROM k.t WHERE id = 1", CqlProbe.ALL))
                        .isEqualTo(1);
            }

            lab.node(2).kill();
            assertThat(Cql.query(lab.node(0), "SELECT id FROM k.t WHERE id = 1", CqlProbe.QUORUM))
                    .isEqualTo(1);
            assertThatThrownBy(() -> Cql.query(lab.node(0), "SELECT id FROM k.t WHERE id = 1", CqlProbe.ALL))
                    .isInstanceOf(IOException.class);

            folder = lab.node(0).log().getParent().getParent();
            processes = lab.nodes().stream()
                    .filter(CassandraNode::isRunning)
                    .map(node -> ProcessHandle.of(node.pid()).orElseThrow())
                    .toList();
            assertThat(folder).isDirectory();
            assertThat(processes).hasSize(2);
        }
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(folder).doesNotExist();
    }

    @Test
    void twoNodesAreNoCluster() {
        assertThatThrownBy(() -> CassandraOptions.nodes(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 nodes; expected 1 or 3");
    }
}
