package dev.tidings.channels.webpush;

import com.interaso.webpush.WebPush;
import dev.tidings.channels.UnderWay;
import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Message;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.deliver.ProviderKind.Context;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Delivers to browsers. */
final class WebPushProvider implements Provider {
    /**
     * Who may be called.
     *
     * @param loopback whether plain http will do for this machine
     */
    record Reach(Predicate<URI> guard, boolean loopback) {}

    private static final int PREPARING = 32;
    private static final int IDLE_SECONDS = 10;

    private final UnderWay underWay = new UnderWay();
    private final Executor preparing = preparing();
    private final HttpClient client;
    private final WebPushRequests requests;
    private final Reach reach;
    private final Context context;

    WebPushProvider(WebPush push, Reach reach, Context context) {
        this.requests = new WebPushRequests(push, context);
        this.reach = reach;
        this.context = context;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                // Sooner than the whole, so that it is known that nothing was sent.
                .connectTimeout(context.timeout().dividedBy(2))
                .build();
    }

    /**
     * Where names are resolved and messages encrypted, neither of which is for the caller's thread. Enough of them that a name that
     * resolves slowly does not hold up the others, and not as many as deliveries can come at once. They end when there is nothing to
     * do.
     */
    private static Executor preparing() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                PREPARING, PREPARING, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "webpush");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return underWay.start(() -> attempt(delivery));
    }

    private CompletableFuture<Outcome> attempt(Delivery delivery) {
        WebPushSubscription subscription;
        try {
            subscription = WebPushSubscription.parse(delivery.address().value(), reach.loopback());
        } catch (IllegalArgumentException e) {
            return done(new Outcome.Unregistered("bad_subscription", "not the subscription of a browser"));
        }
        byte[] payload = WebPushPayload.of((Message.Push) delivery.message());
        if (payload.length > WebPushPayload.MOST_BYTES) {
            return done(new Outcome.Rejected(
                    "payload_too_large",
                    payload.length + " bytes as JSON, expected at most " + WebPushPayload.MOST_BYTES));
        }
        return CompletableFuture.supplyAsync(() -> prepared(delivery, subscription, payload), preparing)
                // What is ready only after this goes nowhere.
                .completeOnTimeout(null, context.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .thenCompose(request -> request == null
                        ? done(new Outcome.Retry("unreachable", "not ready to be sent in time: names resolve slowly"))
                        : request.map(ready -> send(ready, delivery))
                                .orElseGet(() -> done(new Outcome.Rejected(
                                        "forbidden_endpoint",
                                        "the push service is at a place that is not to be called"))));
    }

    /** Empty if it is not to be sent. */
    private Optional<HttpRequest> prepared(Delivery delivery, WebPushSubscription subscription, byte[] payload) {
        return reach.guard().test(subscription.endpoint())
                ? Optional.of(requests.request(delivery, subscription, payload))
                : Optional.empty();
    }

    private CompletableFuture<Outcome> send(HttpRequest request, Delivery delivery) {
        CompletableFuture<HttpResponse<Void>> sent = client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        return sent.copy()
                // The request's own limit is over when an answer begins. This is for one that does not end.
                .orTimeout(2 * context.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handle((answer, failure) -> {
                    if (failure != null) {
                        sent.cancel(true);
                        return WebPushAnswers.failed(failure);
                    }
                    return WebPushAnswers.outcome(
                            answer.statusCode(),
                            answer.headers(),
                            delivery.dedupeKey(),
                            context.clock().instant());
                });
    }

    private static CompletableFuture<Outcome> done(Outcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    @Override
    public Optional<String> problem() {
        return underWay.problem();
    }

    @Override
    public void close() {
        underWay.close(context.timeout());
    }
}
