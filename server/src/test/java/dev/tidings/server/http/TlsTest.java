package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.server.config.Config;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.LoopbackCertificate;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the server's own TLS: HTTP, live connections, a replaced certificate, and files that can't be used. */
class TlsTest {
    private static final LoopbackCertificate FIRST = LoopbackCertificate.SHARED;
    private static final LoopbackCertificate SECOND = LoopbackCertificate.make();

    @TempDir
    private Path folder;

    private Map<String, String> settings;

    @BeforeEach
    void writeFiles() throws Exception {
        write(FIRST);
        settings = Map.of(
                "TIDINGS_HTTP_TLS_CERTIFICATE",
                        folder.resolve("certificate.pem").toString(),
                "TIDINGS_HTTP_TLS_KEY", folder.resolve("key.pem").toString(),
                "TIDINGS_HTTP_FIRST_REQUEST_TIMEOUT", "1s");
    }

    private void write(LoopbackCertificate certificate) throws IOException, GeneralSecurityException {
        Files.writeString(folder.resolve("key.pem"), certificate.keyPem());
        Files.writeString(folder.resolve("certificate.pem"), certificate.pem());
    }

    private static SSLContext trusting(LoopbackCertificate... certificates) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (LoopbackCertificate each : certificates) {
            trusted.setCertificateEntry(each.certificate().getSerialNumber().toString(), each.certificate());
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static HttpClient client() throws Exception {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trusting(FIRST))
                .build();
    }

    private static HttpResponse<String> get(TestHttpServer edge, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + edge.port() + path))
                .header("Authorization", "Bearer " + edge.key)
                .build();
        return client().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void http_isServedOverTls() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(settings)) {
            assertThat(get(edge, "/v1/types").statusCode()).isEqualTo(200);
            HttpResponse<String> large = get(edge, "/docs/assets/swagger-ui-bundle.js");
            assertThat(large.body()).hasSizeGreaterThan(1_000_000);
            try (Socket plain = edge.connect()) {
                RawHttp.write(plain, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThat(new String(plain.getInputStream().readAllBytes())).doesNotContain("HTTP/1.1");
            }
        }
    }

    @Test
    void liveConnections_areServedOverTls() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(settings)) {
            String token = token(edge);
            CompletableFuture<String> first = new CompletableFuture<>();
            WebSocket socket = client().newWebSocketBuilder()
                    .header("Authorization", "Bearer " + token)
                    .buildAsync(URI.create("wss://127.0.0.1:" + edge.port() + "/v1/me/live"), new WebSocket.Listener() {
                        @Override
                        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                            first.complete(text.toString());
                            return WebSocket.Listener.super.onText(from, text, last);
                        }
                    })
                    .get(30, TimeUnit.SECONDS);
            assertThat(first.get(30, TimeUnit.SECONDS)).startsWith("{");
            socket.abort();
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + edge.port() + "/v1/me/live"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            try (var lines =
                    client().send(request, HttpResponse.BodyHandlers.ofLines()).body()) {
                assertThat(lines.filter(line -> line.startsWith("data: ")).findFirst())
                        .isPresent();
            }
        }
    }

    private static String token(TestHttpServer edge) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + edge.port() + "/v1/users/ann/tokens"))
                .header("Authorization", "Bearer " + edge.key)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return Reply.of(client().send(request, HttpResponse.BodyHandlers.ofString()))
                .text("token");
    }

    @Test
    void replacedCertificate_isUsedWithoutARestart() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(settings)) {
            assertThat(served(edge)).isEqualTo(FIRST.certificate());
            Files.writeString(folder.resolve("certificate.pem"), "not a certificate");
            write(SECOND);
            Await.untilEqual(() -> served(edge), SECOND.certificate());
        }
    }

    private static X509Certificate served(TestHttpServer edge) {
        try (SSLSocket socket =
                (SSLSocket) trusting(FIRST, SECOND).getSocketFactory().createSocket("127.0.0.1", edge.port())) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void connectionWithoutAHandshake_isClosed() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(settings);
                Socket silent = edge.connect()) {
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void unusableFiles_areNamed() throws Exception {
        Path key = folder.resolve("key.pem");
        Files.writeString(key, SECOND.keyPem());
        assertRefused("http.tls.key", "the key of the certificate");
        Files.writeString(key, "-----BEGIN EC PRIVATE KEY-----");
        assertRefused("http.tls.key", "openssl pkcs8");
        Files.writeString(folder.resolve("certificate.pem"), "x");
        assertRefused("http.tls.certificate", "BEGIN CERTIFICATE");
        Files.delete(folder.resolve("certificate.pem"));
        assertRefused("http.tls.certificate", "can't be read");
        settings = Map.of("TIDINGS_HTTP_TLS_KEY", key.toString());
        assertRefused("http.tls.certificate", "got nothing");
    }

    private void assertRefused(String option, String expected) {
        assertThatThrownBy(() -> ServerCertificate.of(
                        Config.load(Optional.empty(), settings).config().http().tls()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(option)
                .hasMessageContaining(expected);
    }
}
