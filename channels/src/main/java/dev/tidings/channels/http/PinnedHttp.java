package dev.tidings.channels.http;

import dev.tidings.core.delivery.Outcome;
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
 * Posts to untrusted URLs, at exactly the address that {@link PublicAddresses} has checked.
 *
 * <p>It is not built on java.net.http, which resolves the name a second time and derives Host, SNI and the certificate check from the
 * address it connects to. Vert.x separates the two: it connects to a given address, while Host, SNI and the certificate use the name.
 * The alternative, our own sockets and threads, would block a thread for each hanging endpoint, and would need another HTTP parser.
 */
public final class PinnedHttp implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 256;
    private static final int MAX_WAITING = 1_000;
    private static final int RESOLVER_THREADS = 64;
    private static final FairLookups LOOKUPS = new FairLookups(resolvers());

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
                        // Below the five seconds after which many servers close an idle connection: a request on a
                        // closing connection has an unknown outcome.
                        .setKeepAliveTimeout(4))
                .with(new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING))
                // Every failure is an outcome already. By default Vert.x would log each invalid response of an
                // untrusted server as an error.
                .withConnectHandler(connection -> connection.exceptionHandler(failure -> {}))
                .build();
    }

    /**
     * Posts once, without following redirects. The response has no body: untrusted content is not read.
     *
     * @param tenant the tenant it is sent for: slow DNS lookups of one tenant do not delay the others
     * @param timeout for the whole exchange, from the DNS lookup to the response head
     */
    public CompletableFuture<Outcome> post(
            String tenant,
            URI url,
            Map<String, String> headers,
            byte[] body,
            Duration timeout,
            Function<ProviderResponse, Outcome> interpret) {
        PinnedExchange exchange = start(tenant, url, headers, body, interpret);
        long timer = Shared.VERTX.setTimer(Math.max(1, timeout.toMillis()), id -> exchange.timeOut());
        exchange.over().whenComplete((over, failure) -> Shared.VERTX.cancelTimer(timer));
        return exchange.outcome();
    }

    /** Has no timeout of its own: the caller has to end it. */
    PinnedExchange start(
            String tenant,
            URI url,
            Map<String, String> headers,
            byte[] body,
            Function<ProviderResponse, Outcome> interpret) {
        PinnedExchange exchange = new PinnedExchange(Buffer.buffer(body), interpret);
        try {
            addresses.check(url);
            if (!LOOKUPS.submit(tenant, () -> connect(url, headers, exchange))) {
                exchange.end(TransportFailures.busy());
            }
        } catch (RefusedAddressException e) {
            exchange.end(refused(e));
        }
        return exchange;
    }

    private void connect(URI url, Map<String, String> headers, PinnedExchange exchange) {
        if (exchange.over().isDone()) {
            // Timed out while it waited in the queue: a lookup would only delay those behind it.
            return;
        }
        try {
            RequestOptions options = request(url, addresses.resolve(url));
            headers.forEach(options::putHeader);
            client.request(options).onComplete(exchange::send, exchange::notConnected);
        } catch (RefusedAddressException e) {
            exchange.end(refused(e));
        } catch (UnknownHostException e) {
            exchange.end(TransportFailures.unreachable(e));
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

    /** Ends all requests in flight; callers that need their outcomes wait before. */
    @Override
    public void close() {
        client.close();
    }

    /**
     * The JDK resolves names with blocking calls, so there are more threads than a few tenants can occupy. The queue is unbounded
     * because {@link FairLookups} limits each tenant: a slow name server causes back-pressure, not a backlog.
     */
    private static ThreadPoolExecutor resolvers() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                RESOLVER_THREADS, RESOLVER_THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "tidings-resolve");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** One instance for all accounts, started on first use: an account needs no threads of its own. */
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
