package dev.tidings.channels.http;

import dev.tidings.core.deliver.Outcome;
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

/** Asks a far side and waits for its answer without a thread; for a limited time, and a limited number at once. */
public final class HttpCaller {
    static final int UNDER_WAY = 1_000;
    /** A few threads for all callers: a client of its own would start as many as it has answers to handle. */
    private static final Executor HANDLERS = handlers();

    private final Semaphore free = new Semaphore(UNDER_WAY);
    private final HttpClient client;
    private final Duration timeout;

    /** @param timeout how long to wait for a whole answer */
    public HttpCaller(Duration timeout) {
        this.timeout = timeout;
        client = HttpClient.newBuilder()
                // Half of the time: who can't be connected to should be known as such before it looks like no answer.
                .connectTimeout(timeout.dividedBy(2))
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(HANDLERS)
                .build();
    }

    public CompletableFuture<Outcome> send(HttpRequest request, Function<Answer, Outcome> understand) {
        return send(request, understand, Function.identity());
    }

    /** @param failed what to make of it if there was no answer */
    public <T> CompletableFuture<T> send(
            HttpRequest request, Function<Answer, T> understand, Function<Outcome, T> failed) {
        if (!free.tryAcquire()) {
            return CompletableFuture.completedFuture(failed.apply(Trouble.busy()));
        }
        CompletableFuture<HttpResponse<String>> asked;
        try {
            asked = client.sendAsync(versioned(request), head -> new BoundedBody());
        } catch (RuntimeException | Error e) {
            free.release();
            throw e;
        }
        // The timeout of a request ends with the head of its answer; a body that never comes has to be given up as
        // well.
        return asked.copy().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).handle((response, failure) -> {
            free.release();
            if (failure == null) {
                return understand.apply(answer(response));
            }
            asked.cancel(true);
            return failed.apply(Trouble.of(failure));
        });
    }

    /** Over TLS both sides agree on HTTP/1.1 or 2; without it, asking for 2 would be one header more that servers trip over. */
    private static HttpRequest versioned(HttpRequest request) {
        return "https".equals(request.uri().getScheme())
                ? request
                : HttpRequest.newBuilder(request, (name, value) -> true)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
    }

    private static Answer answer(HttpResponse<String> response) {
        Map<String, String> headers = new HashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        return new Answer(response.statusCode(), headers, response.body());
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
