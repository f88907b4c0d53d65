package dev.tidings.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A TLS server key for the name localhost only.
 *
 * @param certificate its certificate, as PEM
 */
public record TestTls(SSLContext context, String certificate) {
    private static final String PASSWORD = "changeit";

    public static TestTls make(Path folder) throws Exception {
        Path store = folder.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String arguments = "-genkeypair -alias server -keyalg EC -dname CN=localhost -ext SAN=dns:localhost"
                + " -storetype PKCS12 -storepass " + PASSWORD + " -keystore ";
        ProcessBuilder builder = new ProcessBuilder((keytool + " " + arguments + store).split(" "));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        String certificate = "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder()
                        .encodeToString(keys.getCertificate("server").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
        return new TestTls(context, certificate);
    }

    /** Runs the server side of a handshake. */
    public SSLSocket secure(Socket accepted) throws IOException {
        SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(accepted, null, true);
        secure.setUseClientMode(false);
        secure.startHandshake();
        return secure;
    }
}
