package dev.tidings.server.http;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.log.Log;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.server.TestService;
import dev.tidings.server.auth.KeyMint;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.provider.SampleKind;
import dev.tidings.server.service.Overrides;
import dev.tidings.server.service.Service;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.log.ForwardingLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An HTTP server on a random port with a real service in a temporary folder, and helper methods to call it. */
final class TestHttpServer implements AutoCloseable {
    static final String TENANT = "acme";
    static final String OTHER_TENANT = "globex";
    static final String THIRD_TENANT = "initech";
    static final String ORIGIN = "https://app.example.com";

    private static final Map<String, String> SETTINGS = Map.of(
            "TIDINGS_HTTP_PORT", "0",
            "TIDINGS_HTTP_MAX_BODY_BYTES", "256KiB",
            "TIDINGS_HTTP_MAX_BATCH_BYTES", "4MiB",
            "TIDINGS_HTTP_MAX_CONNECTIONS", "1000",
            "TIDINGS_HTTP_CORS_ORIGINS", ORIGIN,
            "TIDINGS_HTTP_PUBLIC_URL", "http://tidings.example",
            "TIDINGS_LIMITS_REQUESTS_IN_FLIGHT", "1000");

    final SteppedClock clock = new SteppedClock();
    RecordingIntake intake;
    /** A key of {@link #TENANT} with all scopes. */
    final String key;

    final String otherKey;
    volatile Optional<String> sickness = Optional.empty();

    /** A provider kind with secrets. */
    final SampleKind sample = new SampleKind("sample", AddressKind.MAILBOX);

    private final Path folder;
    private final TestService running;
    private HttpApiServer server;
    private int port;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    TestHttpServer() {
        this(Map.of());
    }

    /** @param settings options, by the names of their variables */
    TestHttpServer(Map<String, String> settings) {
        folder = folder();
        Map<String, String> all = new HashMap<>(SETTINGS);
        all.put("TIDINGS_BACKUP_FOLDER", folder.resolve("backups").toString());
        all.putAll(settings);
        running = new TestService(
                folder,
                clock,
                all,
                Overrides.NONE
                        .withLog(SickLog::new)
                        .withIntake(real -> intake = new RecordingIntake(real))
                        .withProviderKinds(List.of(sample)));
        start();
        Service service = running.service();
        for (String tenant : Set.of(TENANT, OTHER_TENANT, THIRD_TENANT)) {
            service.storage().metadata().tenants().add(new Tenant(tenant, tenant, clock.instant()), "test");
        }
        key = mint(TENANT, ApiKeyScope.values());
        otherKey = mint(OTHER_TENANT, ApiKeyScope.values());
    }

    private void start() {
        server = new HttpApiServer(running.service(), running.config());
        port = server.start();
    }

    /** Stops everything, and starts it on the same folder and another port. */
    void restart() {
        server.close();
        running.restart();
        start();
    }

    /** A log that reports the problem of a test. */
    private final class SickLog extends ForwardingLog {
        SickLog(Log real) {
            super(real);
        }

        @Override
        public Optional<String> problem() {
            return sickness.or(super::problem);
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("edge-test");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    Service service() {
        return running.service();
    }

    Providers providers() {
        return service().delivery().providers();
    }

    void drain() {
        running.drain();
    }

    /** Stops only the HTTP server. */
    void stop() {
        server.close();
    }

    /** Waits until the server has no requests in flight. */
    void awaitIdle() throws InterruptedException {
        while (server.requestsInFlight() > 0) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    List<Route> routes() {
        return server.routes();
    }

    int port() {
        return port;
    }

    Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** @param address any loopback address */
    Socket connectFrom(String address) throws IOException {
        Socket socket = new Socket("127.0.0.1", port, InetAddress.getByName(address), 0);
        socket.setSoTimeout(20_000);
        return socket;
    }

    String mint(String tenant, ApiKeyScope... scopes) {
        KeyMint.MintedKey minted = KeyMint.mint(tenant, "test", Set.of(scopes), clock.instant());
        service().storage().metadata().apiKeys().add(minted.key(), "test");
        return minted.text();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30));
    }

    Reply send(HttpRequest request) {
        return Reply.of(send(request, BodyHandlers.ofString()));
    }

    HttpResponse<byte[]> sendForBytes(HttpRequest request) {
        return send(request, BodyHandlers.ofByteArray());
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw new AssertionError(request + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Calls with the key of {@link #TENANT}. */
    Reply call(String method, String path) {
        return call(method, path, key, null);
    }

    Reply call(String method, String path, String json) {
        return call(method, path, key, json);
    }

    /**
     * @param credentials null for none
     * @param json null for no body
     */
    Reply call(String method, String path, String credentials, String json) {
        return call(
                method,
                path,
                credentials,
                "application/json",
                json == null ? null : json.getBytes(StandardCharsets.UTF_8));
    }

    Reply call(String method, String path, String credentials, String contentType, byte[] body) {
        HttpRequest.Builder request =
                request(path).method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (credentials != null) {
            request.header("Authorization", "Bearer " + credentials);
        }
        if (body != null && contentType != null) {
            request.header("Content-Type", contentType);
        }
        return send(request.build());
    }

    Reply batch(String lines) {
        return call(
                "POST", "/v1/notifications/batch", key, "application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a notification, waits until it is routed, and returns its id. */
    String sendAndRoute(String credentials, String user, String title) {
        Reply reply = call(
                "POST",
                "/v1/notifications",
                credentials,
                "{\"to\":{\"user\":\"" + user + "\"},\"title\":\"" + title + "\"}");
        if (reply.status() != 202) {
            throw new AssertionError("not accepted: " + reply);
        }
        drain();
        return reply.text("id");
    }

    String token(String credentials, String user) {
        return call("POST", "/v1/users/" + user + "/tokens", credentials, null).text("token");
    }

    @Override
    public void close() {
        server.close();
        running.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
