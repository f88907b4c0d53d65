package dev.tidings.server.http;

import dev.tidings.server.auth.ApiKeys;
import dev.tidings.server.auth.AuthPools;
import dev.tidings.server.auth.Authenticator;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.auth.SocketTickets;
import dev.tidings.server.auth.UserTokens;
import dev.tidings.server.limits.Permits;
import dev.tidings.server.live.LiveSessionRegistry;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The HTTP server: listens with one non-blocking event loop per core, and processes each request in an {@link Exchange}. Owns the thread
 * pools for blocking calls and the live sessions; drains requests in flight when closed.
 */
public final class HttpApiServer implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(10);
    private static final int META_THREADS = 8;
    private static final int AUTH_THREADS = 2;
    private static final int MAX_QUEUED = 1_000;
    private static final int UNTRUSTED_THREADS = 2;
    private static final int MAX_UNKNOWN_KEYS_QUEUED = 200;
    private static final int MAX_REQUEST_LINE_BYTES = 8_192;
    private static final long BODY_CHECK_MILLIS = 1_000;

    private final HttpOptions options;
    private final List<Route> routes;
    private final HttpContext httpContext;
    private final Permits connections;
    private final LiveSessionRegistry live;
    private final BlockingPool blockingPool;
    private final BlockingPool batchCalls;
    private final BlockingPool authCalls;
    private final BlockingPool unknownKeyCalls;
    private final BlockingPool receiptCalls;
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private Vertx vertx;

    public HttpApiServer(HttpDependencies parts, HttpOptions options) {
        this.options = options;
        int cores = Runtime.getRuntime().availableProcessors();
        blockingPool = new BlockingPool("http-metadata", META_THREADS, MAX_QUEUED);
        batchCalls = new BlockingPool("http-batch", cores, MAX_QUEUED);
        authCalls = new BlockingPool("http-auth", AUTH_THREADS, MAX_QUEUED);
        unknownKeyCalls = new BlockingPool("http-auth-unknown", UNTRUSTED_THREADS, MAX_UNKNOWN_KEYS_QUEUED);
        receiptCalls = new BlockingPool("http-receipts", UNTRUSTED_THREADS, MAX_QUEUED);
        AuthPools access = new AuthPools(blockingPool, authCalls, unknownKeyCalls);
        ApiKeys keys = new ApiKeys(parts.metadata(), access, parts.clock());
        UserTokens tokens = new UserTokens(parts.metadata(), access, parts.clock(), options.tokens());
        SocketTickets tickets = new SocketTickets(parts.hot().tickets(), parts.clock());
        live = new LiveSessionRegistry(
                new LiveSessionRegistry.LiveDependencies(
                        parts.feed(),
                        parts.inbox()::unread,
                        parts.hot().live(),
                        signer -> tokens.isValid(signer.tenant(), signer.kid()),
                        parts.clock(),
                        System::nanoTime,
                        parts.metrics()),
                options.live());
        routes = Routes.all(new Handlers(
                parts,
                keys,
                tokens,
                tickets,
                live::checkTokens,
                blockingPool,
                batchCalls,
                receiptCalls,
                options.demo()));
        Cors cors = new Cors(options.corsOrigins());
        connections = new Permits(options.maxConnections());
        httpContext = new HttpContext(
                new RouteTable(routes),
                new Authenticator(keys, tokens, tickets),
                cors,
                options,
                new LiveConnections(live, cors, new ClientAddresses(options.trustedProxies())),
                connections,
                new Permits(options.requestsInFlight()),
                new Permits(bodyMemory(options)));
    }

    /** The memory budget of request bodies: a quarter of the heap, but at least one batch. */
    private static long bodyMemory(HttpOptions options) {
        return Math.max(Runtime.getRuntime().maxMemory() / 4, options.maxBatchBytes());
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
        batchCalls.close();
        blockingPool.close();
        authCalls.close();
        unknownKeyCalls.close();
        receiptCalls.close();
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
        private final BodyTimeouts bodies = new BodyTimeouts(options.idleTimeout());

        @Override
        public Future<?> start() {
            HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                            .setMaxHeaderSize(options.maxHeaderBytes())
                            .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
                            // Counts decoded messages: a header that trickles in byte by byte is no traffic.
                            .setIdleTimeout((int) options.idleTimeout().toMillis())
                            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                            .setPerMessageWebSocketCompressionSupported(false)
                            .setPerFrameWebSocketCompressionSupported(false)
                            .setHttp2ClearTextEnabled(false))
                    .requestHandler(request -> new Exchange(httpContext, bodies, request).start())
                    .invalidRequestHandler(HttpApiServer::refuse)
                    .connectionHandler(HttpApiServer.this::connected);
            vertx.setPeriodic(BODY_CHECK_MILLIS, tick -> bodies.expireSlowBodies());
            servers.add(server);
            return server.listen(address());
        }
    }

    /** With port 0, all loops must share the same random port. */
    private SocketAddress address() {
        return options.port() == 0
                ? SocketAddress.sharedRandomPort(1, options.host())
                : SocketAddress.inetSocketAddress(options.port(), options.host());
    }

    private void connected(HttpConnection connection) {
        if (connections.tryAcquire(1)) {
            connection.closeHandler(closed -> connections.release(1));
            ConnectionUpgrade.prepare(connection);
        } else {
            connection.close();
        }
    }

    /** Rejects malformed HTTP, and request lines and headers over their limits. */
    private static void refuse(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        Problem problem = Problem.MALFORMED_HTTP;
        if (cause instanceof TooLongHttpLineException) {
            problem = Problem.URI_TOO_LONG;
        } else if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongFrameException) {
            problem = Problem.HEADERS_TOO_LARGE;
        }
        ApiResponse answer = ApiResponse.problem(new ProblemException(problem, problem.help()));
        request.response()
                .setStatusCode(answer.status())
                .putHeader("Content-Type", answer.contentType())
                .putHeader("Connection", "close")
                .end(Buffer.buffer(answer.body()))
                .onComplete(sent -> request.connection().close());
    }
}
