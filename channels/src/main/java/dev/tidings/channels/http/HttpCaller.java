package dev.tidings.channels.http;

import dev.tidings.core.delivery.Outcome;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Sends HTTP requests to the APIs of providers asynchronously, with a timeout and a limit on the requests in flight. Completes with
 * the result of the caller's function for the response, or for the outcome of a transport failure.
 */
public final class HttpCaller {
    static final int MAX_IN_FLIGHT = 1_000;
    /** A few threads for all callers: by default each client would start as many as it has responses to handle. */
    private static final Executor HANDLERS = handlers();

    private final Semaphore permits = new Semaphore(MAX_IN_FLIGHT);
    private final HttpClient client;
    private final Duration timeout;

    /** @param timeout the time for a whole response */
    public HttpCaller(Duration timeout) {
        this.timeout = timeout;
        client = HttpClient.newBuilder()
                // Half of the time: a failed connect should be reported as such, before it looks like a missing
                // answer.
                .connectTimeout(timeout.dividedBy(2))
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(HANDLERS)
                .build();
    }

    public CompletableFuture<Outcome> send(HttpRequest request, Function<ProviderResponse, Outcome> interpret) {
        return send(request, interpret, Function.identity());
    }

    /** @param failed the result if there was no response */
    public <T> CompletableFuture<T> send(
            HttpRequest request, Function<ProviderResponse, T> interpret, Function<Outcome, T> failed) {
        if (!permits.tryAcquire()) {
            return CompletableFuture.completedFuture(failed.apply(TransportFailures.busy()));
        }
        CompletableFuture<HttpResponse<String>> pending;
        try {
            pending = client.sendAsync(versioned(request), head -> new BoundedBody());
        } catch (RuntimeException | Error e) {
            permits.release();
            throw e;
        }
        // The client's own timeout ends with the response head; a body that never arrives has to time out as well.
        return pending.copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, failure) -> {
                    permits.release();
                    if (failure == null) {
                        return interpret.apply(answer(response));
                    }
                    pending.cancel(true);
                    return failed.apply(TransportFailures.outcomeOf(failure));
                });
    }

    /** Over TLS the protocol is negotiated (HTTP/1.1 or 2); without it, the upgrade header confuses some servers. */
    private static HttpRequest versioned(HttpRequest request) {
        return "https".equals(request.uri().getScheme())
                ? request
                : HttpRequest.newBuilder(request, (name, value) -> true)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
    }

    private static ProviderResponse answer(HttpResponse<String> response) {
        Map<String, String> headers = new HashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        return new ProviderResponse(response.statusCode(), headers, response.body());
    }

    private static Executor handlers() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(4, 4, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "tidings-http");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
