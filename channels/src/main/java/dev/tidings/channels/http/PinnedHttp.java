package dev.tidings.channels.http;

import dev.tidings.core.deliver.Outcome;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Posts to URLs that somebody else has given us, at the very address that {@link PublicAddresses} has looked at.
 *
 * <p>That is why it does not stand on java.net.http, which resolves names by itself, a second time, and takes the name for Host, SNI
 * and the check of the certificate from the very thing it connects to. Vert.x takes the two apart: it connects to a given address,
 * while everything that is said, and the certificate, go by the name. The alternative, sockets and threads of our own, would have
 * one thread wait for each endpoint that hangs, and an HTTP parser more in the world.
 */
public final class PinnedHttp implements AutoCloseable {
    private static final int CONNECTIONS = 256;
    private static final int WAITING = 1_000;
    private static final int RESOLVERS = 64;
    private static final Lookups LOOKUPS = new Lookups(resolvers());

    private final PublicAddresses addresses;
    private final HttpClient client;

    public PinnedHttp(PublicAddresses addresses) {
        this(addresses, new HttpClientOptions());
    }

    PinnedHttp(PublicAddresses addresses, HttpClientOptions options) {
        this.addresses = addresses;
        client = Shared.VERTX
                .httpClientBuilder()
                .with(options.setVerifyHost(true)
                        .setForceSni(true)
                        // Below the five seconds after which many servers close: a request on a connection that is just
                        // being
                        // closed is one of which nobody knows.
                        .setKeepAliveTimeout(4))
                .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(WAITING))
                // Each is an outcome already. Left alone, Vert.x would log it as an error, for every stranger who talks
                // nonsense.
                .withConnectHandler(connection -> connection.exceptionHandler(failure -> {}))
                .build();
    }

    /**
     * Posts, once, and follows no redirects. The answer has no body: nobody reads what a stranger says.
     *
     * @param tenant on whose behalf: names that take long to resolve keep up nobody else
     * @param timeout for all of it, from the name to the head of the answer
     */
    public CompletableFuture<Outcome> post(
            String tenant,
            URI url,
            Map<String, String> headers,
            byte[] body,
            Duration timeout,
            Function<Answer, Outcome> understand) {
        PinnedExchange exchange = start(tenant, url, headers, body, understand);
        long timer = Shared.VERTX.setTimer(Math.max(1, timeout.toMillis()), id -> exchange.giveUp());
        exchange.over().whenComplete((over, failure) -> Shared.VERTX.cancelTimer(timer));
        return exchange.outcome();
    }

    /** Without an end: whoever starts it has to give it up. */
    PinnedExchange start(
            String tenant, URI url, Map<String, String> headers, byte[] body, Function<Answer, Outcome> understand) {
        PinnedExchange exchange = new PinnedExchange(Buffer.buffer(body), understand);
        try {
            addresses.check(url);
            if (!LOOKUPS.make(tenant, () -> connect(url, headers, exchange))) {
                exchange.end(Trouble.busy());
            }
        } catch (RefusedAddressException e) {
            exchange.end(refused(e));
        }
        return exchange;
    }

    private void connect(URI url, Map<String, String> headers, PinnedExchange exchange) {
        if (exchange.over().isDone()) {
            // Given up while it waited for its turn: a lookup would only keep up those behind it.
            return;
        }
        try {
            RequestOptions options = request(url, addresses.resolve(url));
            headers.forEach(options::putHeader);
            client.request(options).onComplete(exchange::send, exchange::notConnected);
        } catch (RefusedAddressException e) {
            exchange.end(refused(e));
        } catch (UnknownHostException e) {
            exchange.end(Trouble.unreachable(e));
        } catch (RuntimeException e) {
            exchange.fail(e);
        }
    }

    private static RequestOptions request(URI url, InetSocketAddress pinned) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(
                        pinned.getPort(), pinned.getAddress().getHostAddress()))
                .setHost(url.getHost())
                .setPort(pinned.getPort())
                .setSsl("https".equalsIgnoreCase(url.getScheme()))
                .setURI(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
                .setFollowRedirects(false);
    }

    private static Outcome refused(RefusedAddressException refused) {
        return new Outcome.Rejected(refused.code(), refused.getMessage());
    }

    /** Ends what is still under way; whoever needs its outcome waits for that before. */
    @Override
    public void close() {
        client.close();
    }

    /**
     * Names are resolved by the JDK, which blocks; so there are more threads than a few tenants can hold up. The queue needs no end of
     * its own: {@link Lookups} adds only so many for each tenant, so that a slow name server is felt and not stored up.
     */
    private static ThreadPoolExecutor resolvers() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                RESOLVERS, RESOLVERS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "tidings-resolve");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** One for all, started when first needed: an account of a tenant is no reason for another set of threads. */
    private static final class Shared {
        static final Vertx VERTX = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(2)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }
}
