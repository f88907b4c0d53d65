package dev.tidings.channels.webpush;

import com.interaso.webpush.WebPush;
import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.channels.http.PinnedHttp;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Delivers push notifications to browsers through the push services of their subscriptions. */
final class WebPushProvider implements Provider {
    /**
     * The HTTP client and its restrictions.
     *
     * @param plain whether plain http is permitted
     */
    record PushClient(PinnedHttp http, boolean plain) {}

    private static final int ENCRYPTION_THREADS = 8;
    private static final int IDLE_SECONDS = 10;

    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final Executor encryptors = encryptors();
    private final WebPushRequests requests;
    private final PushClient pushClient;
    private final ProviderContext context;

    WebPushProvider(WebPush push, PushClient pushClient, ProviderContext context) {
        this.requests = new WebPushRequests(push, context);
        this.pushClient = pushClient;
        this.context = context;
    }

    /** The threads that encrypt messages, which must not run on the caller's thread or on unbounded threads. Idle threads end. */
    private static Executor encryptors() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                ENCRYPTION_THREADS,
                ENCRYPTION_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "webpush");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> attempt(delivery));
    }

    private CompletableFuture<Outcome> attempt(Delivery delivery) {
        WebPushSubscription subscription;
        try {
            subscription = WebPushSubscription.parse(delivery.address().value(), pushClient.plain());
        } catch (IllegalArgumentException e) {
            return done(new Outcome.Unregistered("bad_subscription", "not the subscription of a browser"));
        }
        byte[] payload = WebPushPayload.of((Message.Push) delivery.message());
        if (payload.length > WebPushPayload.MAX_BYTES) {
            return done(new Outcome.Rejected(
                    "payload_too_large",
                    payload.length + " bytes as JSON, expected at most " + WebPushPayload.MAX_BYTES));
        }
        return CompletableFuture.supplyAsync(() -> requests.request(delivery, subscription, payload), encryptors)
                // A request that is ready only after the timeout is not sent.
                .completeOnTimeout(null, context.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .thenCompose(request -> request == null
                        ? done(new Outcome.Retry("busy", "timed out before the message was encrypted"))
                        : send(request, subscription, delivery));
    }

    private CompletableFuture<Outcome> send(
            WebPushRequests.Request request, WebPushSubscription subscription, Delivery delivery) {
        return pushClient
                .http()
                .post(
                        delivery.user().tenant(),
                        subscription.endpoint(),
                        request.headers(),
                        request.body(),
                        context.timeout(),
                        answer -> WebPushResponses.outcome(
                                answer, delivery.dedupeKey(), context.clock().instant()));
    }

    private static CompletableFuture<Outcome> done(Outcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(context.timeout());
        pushClient.http().close();
    }
}
