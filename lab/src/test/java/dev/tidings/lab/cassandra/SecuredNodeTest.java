package dev.tidings.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a node with TLS, authentication and a custom datacenter name. */
class SecuredNodeTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    @Test
    void aNodeAsksForTlsAndForAPasswordInADatacenterOfItsOwnName() throws Exception {
        CassandraOptions options = CassandraOptions.nodes(1)
                .tls(new ClientTls(selfSigned(), PASSWORD))
                .authentication()
                .datacenter("north")
                .commitLogSync(CommitLogSync.GROUP);
        try (CassandraLab lab = CassandraLab.start(options)) {
            CassandraNode node = lab.node(0);
            assertThat(lab.datacenter()).isEqualTo("north");
            try (CqlProbe cql = connect(node, true)) {
                assertThat(cql.login("cassandra", "wrong")).isFalse();
            }
            try (CqlProbe cql = connect(node, true)) {
                assertThat(cql.login("cassandra", "cassandra")).isTrue();
                assertThat(cql.query(
                                "SELECT key FROM system.local WHERE data_center = 'north' ALLOW FILTERING",
                                CqlProbe.ONE))
                        .isEqualTo(1);
            }
            try (CqlProbe plain = connect(node, false)) {
                assertThatThrownBy(() -> plain.login("cassandra", "cassandra")).isInstanceOf(IOException.class);
            }
        }
    }

    private static CqlProbe connect(CassandraNode node, boolean tls) throws IOException {
        return CqlProbe.connect(node.contactPoint(), tls, Duration.ofSeconds(10));
    }

    private Path selfSigned() throws IOException, InterruptedException {
        Path keystore = folder.resolve("node.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        keystore.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        return keystore;
    }
}
