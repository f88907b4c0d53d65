package dev.tidings.server.cli;

import dev.tidings.server.config.Config;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificate in the option {@code http.tls.certificate} and no other. Commands on the machine of the server connect to the
 * address it listens on, which its certificate rarely names, and the certificate may be self-signed; but its file is at hand.
 */
final class ConfiguredCertificate extends X509ExtendedTrustManager {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final X509Certificate expected;

    private ConfiguredCertificate(X509Certificate expected) {
        this.expected = expected;
    }

    /** An HTTP client for the server of this configuration. */
    static HttpClient client(Config.Http.Tls options) {
        try (InputStream file = Files.newInputStream(Path.of(options.certificate()))) {
            // The first one of the file is that of the server.
            X509Certificate expected =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new ConfiguredCertificate(expected)}, null);
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .sslContext(context)
                    .build();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(
                    "http.tls.certificate: got '" + options.certificate() + "', expected a readable PEM file with the"
                            + " certificate of the server; or give its URL with --url or TIDINGS_URL",
                    e);
        }
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (!expected.equals(chain[0])) {
            throw new CertificateException("its certificate is not the one in http.tls.certificate");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this is a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
