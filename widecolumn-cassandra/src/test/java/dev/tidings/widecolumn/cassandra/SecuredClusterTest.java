package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraOptions;
import dev.tidings.lab.cassandra.ClientTls;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a cluster with TLS and authentication: connections work, and failures name the wrong setting. */
class SecuredClusterTest {
    private static final String STORE_PASSWORD = "changeit";

    @TempDir
    private static Path folder;

    private static CassandraLab lab;
    private static CassandraConfig plain;
    private static SSLContext trusting;

    @BeforeAll
    static void start() throws Exception {
        Path keystore = selfSigned();
        trusting = trust(keystore);
        lab = CassandraLab.start(
                CassandraOptions.nodes(1).disposable().authentication().tls(new ClientTls(keystore, STORE_PASSWORD)));
        plain = CassandraConfig.of(
                lab.contactPoints(), lab.datacenter(), new CqlKeyspace("secured", Map.of(lab.datacenter(), 1)));
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void tlsAndCredentials_work() {
        CassandraConfig config = plain.withTls(trusting).withCredentials("cassandra", "cassandra");
        try (CassandraEngine engine = CassandraEngine.open(config, Parcel.SCHEMA)) {
            assertThat(engine.check().ok()).isTrue();
            engine.write(Parcel.TABLE.upsert(Parcel.of("a", Instant.ofEpochMilli(System.currentTimeMillis()), "x")))
                    .join();
        }
    }

    @Test
    void wrongOrMissingCredentialsAreNamed() {
        CassandraConfig config = plain.withTls(trusting);
        assertThatThrownBy(() -> CassandraEngine.open(config, Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting credentials");
        assertThatThrownBy(() -> CassandraEngine.open(config.withCredentials("cassandra", "guess"), Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting credentials")
                .hasMessageContaining("user 'cassandra'")
                .hasMessageNotContaining("guess");
    }

    @Test
    void aCertificateThatIsNotTrustedIsNamed() throws Exception {
        CassandraConfig config = plain.withTls(SSLContext.getDefault()).withCredentials("cassandra", "cassandra");
        assertThatThrownBy(() -> CassandraEngine.open(config, Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting tls")
                .hasMessageContaining("trust");
    }

    @Test
    void withoutTlsTheSettingIsHintedAt() {
        assertThatThrownBy(() -> CassandraEngine.open(plain, Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting contactPoints")
                .hasMessageContaining("tls");
    }

    private static Path selfSigned() throws Exception {
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
                        STORE_PASSWORD,
                        "-keyalg",
                        "EC",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-dname",
                        "CN=localhost")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        return keystore;
    }

    private static SSLContext trust(Path keystore) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            keys.load(in, STORE_PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("node", keys.getCertificate("mykey"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
