package dev.tidings.server.edge;

import dev.tidings.server.access.TokenRules;
import dev.tidings.server.config.Network;
import dev.tidings.server.live.LiveOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Where the edge listens, and how much it takes on.
 *
 * @param port 0 for any that is free
 * @param maxBodyBytes of one request
 * @param maxBatchBytes of a batch
 * @param maxConnections more are closed as soon as they are made
 * @param maxHeaderBytes of all headers of a request
 * @param idleTimeout a connection without traffic is closed after it; a body has to be complete within it
 * @param corsOrigins pages that may call /v1/me, such as https://app.example.com
 * @param trustedProxies whose word is taken for where a request comes from
 * @param requestsInFlight more are answered with 503
 * @param tokens what user tokens have to be like
 * @param demo whether there is a page to try it in a browser
 */
public record EdgeOptions(
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
    public EdgeOptions {
        corsOrigins = Set.copyOf(corsOrigins);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** With tokens and live connections as they usually are, and the page to try it. */
    public EdgeOptions(
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

    /** The same with other live connections. */
    EdgeOptions with(LiveOptions other) {
        return new EdgeOptions(
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

    /** The same behind proxies. */
    EdgeOptions behind(List<Network> proxies) {
        return new EdgeOptions(
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

    public static EdgeOptions defaults() {
        return new EdgeOptions(
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
