package dev.tidings.server.http;

import dev.tidings.server.auth.ApiKeys;
import dev.tidings.server.auth.Authenticator;
import dev.tidings.server.auth.SocketTickets;
import dev.tidings.server.auth.UserTokens;
import dev.tidings.server.config.Config;
import dev.tidings.server.limits.Permits;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.service.Service;
import dev.tidings.server.storage.Storage;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server: listens with one non-blocking event loop per core, and processes each request in an {@link Exchange}. Owns the thread
 * pools for blocking calls and the live sessions; drains requests in flight when closed.
 */
public final class HttpApiServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpApiServer.class);
    private static final Duration DRAIN = Duration.ofSeconds(10);
    private static final int MAX_REQUEST_LINE_BYTES = 8_192;
    private static final long TIMEOUT_CHECK_MILLIS = 1_000;
    private static final long CERTIFICATE_CHECK_MILLIS = 1_000;
    private static final Duration RESERVED_TIMEOUT = Duration.ofSeconds(2);

    private final Config.Http options;
    private final List<Route> routes;
    private final HttpContext httpContext;
    private final ConnectionLimits connections;
    private final Optional<ServerCertificate> certificate;
    private final LiveSessionRegistry live;
    private final BlockingPools pools = new BlockingPools();
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private Vertx vertx;

    public HttpApiServer(Service service, Config config) {
        options = config.http();
        certificate = ServerCertificate.of(options.tls());
        Authenticator authenticator = authenticator(service, config);
        service.erasures().tenants().onRemoved(authenticator::forget);
        live = live(service, authenticator.tokens(), config);
        routes = Routes.all(new ApiContext(config, service, authenticator, live, pools));
        Cors cors = new Cors(Set.copyOf(options.corsOrigins()));
        ClientAddresses addresses = new ClientAddresses(options.trustedNetworks());
        Storage storage = service.storage();
        connections = new ConnectionLimits(options, addresses, storage.metrics());
        Permits requests = new Permits(config.limits().requestsInFlight());
        httpContext = new HttpContext(
                new RouteTable(routes),
                authenticator,
                cors,
                options,
                new LiveConnections(
                        live, cors, addresses, new StreamCookies(options, authenticator.tickets(), storage.clock())),
                requests,
                new Permits(bodyMemory()),
                new HttpMeters(storage.metrics(), routes, requests::used));
    }

    private Authenticator authenticator(Service service, Config config) {
        Storage storage = service.storage();
        ApiKeys keys = new ApiKeys(
                storage.metadata(),
                pools.auth(),
                storage.clock(),
                service.users().erased());
        UserTokens tokens = new UserTokens(
                service.tokenSecrets(),
                pools.auth(),
                storage.clock(),
                config.tokens(),
                service.users().erased());
        SocketTickets tickets =
                new SocketTickets(storage.hot().tickets(), service.streamResumptions(), storage.clock());
        return new Authenticator(keys, tokens, tickets);
    }

    private static LiveSessionRegistry live(Service service, UserTokens tokens, Config config) {
        Storage storage = service.storage();
        return new LiveSessionRegistry(
                new LiveSessionRegistry.LiveDependencies(
                        service.pipeline().feed(),
                        service.pipeline().inbox()::unread,
                        storage.hot().live(),
                        signer -> tokens.isValid(signer.tenant(), signer.kid()),
                        storage.clock(),
                        System::nanoTime,
                        storage.metrics()),
                config.live());
    }

    /** The memory budget of request bodies: a quarter of the heap, but at least one batch. */
    private long bodyMemory() {
        return Math.max(
                Runtime.getRuntime().maxMemory() / 4, options.maxBatchBytes().bytes());
    }

    List<Route> routes() {
        return routes;
    }

    /** The number of requests in flight. */
    long requestsInFlight() {
        return httpContext.requests().used();
    }

    /** Starts listening and returns the port. */
    public int start() {
        int loops = Runtime.getRuntime().availableProcessors();
        vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(loops)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        Future<String> deployed =
                vertx.deployVerticle(EventLoopVerticle::new, new DeploymentOptions().setInstances(loops));
        try {
            await(deployed);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
        certificate.ifPresent(tls -> vertx.setPeriodic(
                CERTIFICATE_CHECK_MILLIS,
                tick -> vertx.executeBlocking(() -> {
                    tls.reloadIfChanged();
                    return null;
                })));
        if (options.isExposedWithoutTls()) {
            log.warn(
                    "{} can be reached from other machines WITHOUT ENCRYPTION: API keys, tokens and messages can be read"
                            + " on the way. Set http.tls.certificate and http.tls.key, or run it behind a proxy with TLS"
                            + " and name it in http.trustedProxies",
                    options.host());
        }
        return servers.get(0).actualPort();
    }

    /** Stops accepting, drains requests in flight for a limited time, and closes. */
    @Override
    public void close() {
        live.close();
        if (vertx == null) {
            return;
        }
        List<Future<Void>> drained =
                servers.stream().map(server -> server.shutdown(DRAIN)).toList();
        await(Future.join(drained).otherwiseEmpty());
        pools.close();
        await(vertx.close());
        vertx = null;
    }

    private static void await(Future<?> future) {
        try {
            future.toCompletionStage().toCompletableFuture().get(2 * DRAIN.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting or stopping", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new IllegalStateException("the HTTP server: " + cause.getMessage(), cause);
        }
    }

    /** One of the event loops; all of them listen on the same port. */
    private final class EventLoopVerticle extends VerticleBase {
        private final Timeouts bodies = new Timeouts(options.idleTimeout());
        private final Timeouts firstRequests = new Timeouts(options.firstRequestTimeout());
        private final Timeouts reserved = new Timeouts(RESERVED_TIMEOUT);

        @Override
        public Future<?> start() {
            HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                            .setMaxHeaderSize(options.maxHeaderBytes().intBytes())
                            .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
                            // Counts decoded messages: a header that trickles in byte by byte is no traffic.
                            .setIdleTimeout((int) options.idleTimeout().toMillis())
                            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                            // By default the kernel buffers megabytes for a client that does not read.
                            .setSendBufferSize(NettyTransport.SEND_BUFFER)
                            .setPerMessageWebSocketCompressionSupported(false)
                            .setPerFrameWebSocketCompressionSupported(false)
                            .setHttp2ClearTextEnabled(false))
                    .requestHandler(request -> new Exchange(httpContext, bodies, request).start())
                    .invalidRequestHandler(MalformedRequests::refuse)
                    .connectionHandler(this::connected);
            vertx.setPeriodic(
                    TIMEOUT_CHECK_MILLIS,
                    tick -> List.of(bodies, firstRequests, reserved).forEach(Timeouts::expire));
            servers.add(server);
            return server.listen(address());
        }

        private void connected(HttpConnection connection) {
            connections
                    .admit(connection.remoteAddress().hostAddress())
                    .ifPresentOrElse(
                            admitted -> ConnectionPipeline.prepare(
                                    connection,
                                    new ConnectionSlot(
                                            connections, admitted, admitted.reserved() ? reserved : firstRequests),
                                    certificate),
                            connection::close);
        }
    }

    /** With port 0, all loops must share the same random port. */
    private SocketAddress address() {
        return options.port() == 0
                ? SocketAddress.sharedRandomPort(1, options.host())
                : SocketAddress.inetSocketAddress(options.port(), options.host());
    }
}
