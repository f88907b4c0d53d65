package dev.tidings.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a single node: its data survives kill, pause and restart. */
class OneNodeTest {
    @TempDir
    Path folder;

    @Test
    void node_keepsItsDataOverKillPauseAndRestart() throws IOException {
        // Group: acknowledged writes must survive an immediate kill.
        CassandraOptions options = CassandraOptions.nodes(1).folder(folder).commitLogSync(CommitLogSync.GROUP);
        try (CassandraLab lab = CassandraLab.start(options)) {
            CassandraNode node = lab.node(0);
            insertOneRow(node);
            long before = node.pid();
            node.kill();
            assertThat(node.isRunning()).isFalse();
            assertThatThrownBy(node::pid).hasMessageContaining("is not running");

            node.start();
            assertThat(node.pid()).isNotEqualTo(before);
            assertThat(Cql.query(node, "SELECT id FROM k.t")).isEqualTo(1);

            node.pause();
            assertThatThrownBy(() -> greet(node)).isInstanceOf(SocketTimeoutException.class);
            node.resume();
            assertThat(Cql.query(node, "SELECT id FROM k.t")).isEqualTo(1);
        }
        try (CassandraLab next = CassandraLab.start(options)) {
            assertThat(Cql.query(next.node(0), "SELECT id FROM k.t")).isEqualTo(1);
        }
    }

    @Test
    void aNodeThatDiesAtItsStartIsReportedWithItsLog() {
        CassandraOptions options =
                CassandraOptions.nodes(1).tls(new ClientTls(folder.resolve("missing.p12"), "changeit"));
        assertThatThrownBy(() -> CassandraLab.start(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended before it could answer queries; the end of its log:")
                .hasMessageContaining("missing.p12");
    }

    private static void insertOneRow(CassandraNode node) throws IOException {
        Cql.query(node, "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        Cql.query(node, "CREATE TABLE k.t (id int PRIMARY KEY)");
        Cql.query(node, "INSERT INTO k.t (id) VALUES (1)");
    }

    private static void greet(CassandraNode node) throws IOException {
        try (CqlProbe cql = CqlProbe.connect(node.contactPoint(), false, Duration.ofMillis(500))) {
            cql.login("cassandra", "cassandra");
        }
    }
}
