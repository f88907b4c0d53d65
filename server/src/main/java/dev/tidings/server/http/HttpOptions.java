package dev.tidings.server.http;

import dev.tidings.server.auth.TokenRules;
import dev.tidings.server.config.Network;
import dev.tidings.server.live.LiveOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The options of the HTTP server: its address, limits and features.
 *
 * @param port 0 for any free port
 * @param maxBodyBytes of one request
 * @param maxBatchBytes of a batch
 * @param maxConnections further connections are closed immediately
 * @param maxHeaderBytes of all headers of a request together
 * @param idleTimeout closes connections without traffic; a body must be complete within it
 * @param corsOrigins origins of pages that may call /v1/me, such as https://app.example.com
 * @param trustedProxies proxies whose X-Forwarded-For header is trusted
 * @param requestsInFlight further requests are rejected with 503
 * @param tokens the rules for user tokens
 * @param demo whether the demo page is served
 */
public record HttpOptions(
        String host,
        int port,
        int maxBodyBytes,
        int maxBatchBytes,
        int maxConnections,
        int maxHeaderBytes,
        Duration idleTimeout,
        Set<String> corsOrigins,
        List<Network> trustedProxies,
        int requestsInFlight,
        TokenRules tokens,
        LiveOptions live,
        boolean demo) {
    public HttpOptions {
        corsOrigins = Set.copyOf(corsOrigins);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** With the default options of tokens and live connections, and with the demo page. */
    public HttpOptions(
            String host,
            int port,
            int maxBodyBytes,
            int maxBatchBytes,
            int maxConnections,
            int maxHeaderBytes,
            Duration idleTimeout,
            Set<String> corsOrigins,
            int requestsInFlight) {
        this(
                host,
                port,
                maxBodyBytes,
                maxBatchBytes,
                maxConnections,
                maxHeaderBytes,
                idleTimeout,
                corsOrigins,
                List.of(),
                requestsInFlight,
                TokenRules.defaults(),
                LiveOptions.defaults(),
                true);
    }

    /** A copy with other options of live connections. */
    HttpOptions withLive(LiveOptions other) {
        return new HttpOptions(
                host,
                port,
                maxBodyBytes,
                maxBatchBytes,
                maxConnections,
                maxHeaderBytes,
                idleTimeout,
                corsOrigins,
                trustedProxies,
                requestsInFlight,
                tokens,
                other,
                demo);
    }

    /** A copy with trusted proxies. */
    HttpOptions withTrustedProxies(List<Network> proxies) {
        return new HttpOptions(
                host,
                port,
                maxBodyBytes,
                maxBatchBytes,
                maxConnections,
                maxHeaderBytes,
                idleTimeout,
                corsOrigins,
                proxies,
                requestsInFlight,
                tokens,
                live,
                demo);
    }

    public static HttpOptions defaults() {
        return new HttpOptions(
                "127.0.0.1",
                8080,
                256 << 10,
                16 << 20,
                10_000,
                16 << 10,
                Duration.ofSeconds(60),
                Set.of(),
                List.of(),
                10_000,
                TokenRules.defaults(),
                LiveOptions.defaults(),
                true);
    }
}
