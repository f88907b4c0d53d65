package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A temporary self-signed certificate for 127.0.0.1, created with the JDK's keytool. */
public record LoopbackCertificate(X509Certificate certificate, PrivateKey key) {
    private static final String PASSWORD = "only-for-this-run";

    /** Shared by all tests: keytool takes a second. */
    public static final LoopbackCertificate SHARED = make();

    /** Another one, for tests that replace a certificate. */
    public static LoopbackCertificate make() {
        try {
            Path folder = Files.createTempDirectory("tidings-certificate");
            Path store = folder.resolve("loopback.p12");
            try {
                keytool(store);
                KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
                return new LoopbackCertificate((X509Certificate) keys.getCertificate("loopback"), (PrivateKey)
                        keys.getKey("loopback", PASSWORD.toCharArray()));
            } finally {
                Files.deleteIfExists(store);
                Files.delete(folder);
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError("expected a certificate from keytool, got " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void keytool(Path store) throws IOException, InterruptedException {
        String program =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        program,
                        "-genkeypair",
                        "-alias",
                        "loopback",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=loopback",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("keytool ends").isTrue();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(said).isZero();
    }

    public String pem() throws GeneralSecurityException {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + what + "-----\n";
    }

    /** A TLS context for a server with this certificate. */
    public SSLContext tls() throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("loopback", key, PASSWORD.toCharArray(), new X509Certificate[] {certificate});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return tls;
    }
}
