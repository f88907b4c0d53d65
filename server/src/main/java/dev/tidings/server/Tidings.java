package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.server.auth.TokenRules;
import dev.tidings.server.config.Config;
import dev.tidings.server.config.Network;
import dev.tidings.server.http.HttpApiServer;
import dev.tidings.server.http.HttpDependencies;
import dev.tidings.server.http.HttpOptions;
import dev.tidings.server.http.OutboundServices;
import dev.tidings.server.live.LiveOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A running Tidings server: starts the {@link Service} and the HTTP server in front of it, and stops both when closed. */
public final class Tidings implements AutoCloseable {
    private final Config config;
    private final Service service;
    private final HttpApiServer edge;
    private final int port;

    private Tidings(Config config, InstantSource clock, Service started, UnaryOperator<HttpDependencies> behind) {
        this.config = config;
        service = started;
        try {
            DevelopmentKey.createOnFirstStart(config.dataFolder(), service.metadata(), clock);
            edge = new HttpApiServer(behind.apply(parts(clock)), options(config));
            port = edge.start();
        } catch (RuntimeException | Error e) {
            service.close();
            throw e;
        }
    }

    /** Starts the server; when this returns, it accepts requests. */
    public static Tidings start(Config config, InstantSource clock) {
        return start(config, clock, UnaryOperator.identity(), UnaryOperator.identity());
    }

    /**
     * For benchmarks and fault injection.
     *
     * @param log decorates the log
     * @param behind replaces components behind the HTTP server
     */
    public static Tidings start(
            Config config, InstantSource clock, UnaryOperator<Log> log, UnaryOperator<HttpDependencies> behind) {
        return new Tidings(config, clock, Service.start(config, clock, log, Optional.empty()), behind);
    }

    /** Starts the server on external tables. */
    public static Tidings start(Config config, InstantSource clock, Service.ExternalTables tables) {
        Service service = Service.start(config, clock, UnaryOperator.identity(), Optional.of(tables));
        return new Tidings(config, clock, service, UnaryOperator.identity());
    }

    /** The base URL of the HTTP server. */
    public String url() {
        return url(config.http().host(), port);
    }

    /** The URL of a host, which may be an IPv6 address and is then put in brackets. */
    public static String url(String host, int port) {
        boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
        return "http://" + (bare ? "[" + host + "]" : host) + ":" + port;
    }

    public Service service() {
        return service;
    }

    public Path developmentKey() {
        return DevelopmentKey.file(config.dataFolder());
    }

    /** Drains the requests in flight, then stops. Accepted records that are not processed yet stay in the log. */
    @Override
    public void close() {
        try {
            edge.close();
        } finally {
            service.close();
        }
    }

    private HttpDependencies parts(InstantSource clock) {
        return new HttpDependencies(
                service.intake(),
                service.inbox(),
                service.feed(),
                service.hot(),
                service.trace(),
                service.recurringScheduler(),
                service.schedules(),
                service.sendTimeResolver(),
                service.preferences(),
                service.contacts(),
                service.types(),
                service.templates(),
                new OutboundServices(
                        service.providers(),
                        service.receipts(),
                        service.deadLetters(),
                        service.dryRun(),
                        service.endpoints(),
                        service.webhookReplay(),
                        service.capture(),
                        service.unsubscribeLinks(),
                        Service.publicUrl(config)),
                service.metadata(),
                service.limits(),
                clock,
                service.scheduler(),
                service.metrics(),
                Map.of("storage", service::problem));
    }

    private static LiveOptions live(Config.Live live) {
        return new LiveOptions(
                live.maxConnections(),
                live.maxPerUser(),
                live.maxPerAddress(),
                live.messagesPerUser(),
                live.messagesPerAddress(),
                live.heartbeat(),
                live.slowConsumerTimeout(),
                live.maxMissed(),
                live.drain());
    }

    private static HttpOptions options(Config config) {
        Config.Http http = config.http();
        return new HttpOptions(
                http.host(),
                http.port(),
                Math.toIntExact(http.maxBodyBytes().bytes()),
                Math.toIntExact(http.maxBatchBytes().bytes()),
                http.maxConnections(),
                Math.toIntExact(http.maxHeaderBytes().bytes()),
                http.idleTimeout(),
                Set.copyOf(http.corsOrigins()),
                http.trustedProxies().stream()
                        .map(text -> Network.parse(text).orElseThrow())
                        .toList(),
                config.limits().requestsInFlight(),
                new TokenRules(config.tokens().maxLife(), config.tokens().audience()),
                live(config.live()),
                http.demo());
    }
}
