package dev.tidings.testkit.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A provider that posts forms to {@link HttpSimulator}, optionally with one deliberate bug. */
final class HttpProvider implements Provider {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Set<CompletableFuture<Outcome>> inFlight = ConcurrentHashMap.newKeySet();
    private final URI uri;
    private final ProviderBug mistake;
    private final Duration timeout;
    private volatile boolean closed;

    HttpProvider(URI uri, ProviderBug mistake, Duration timeout) {
        this.uri = uri;
        this.mistake = mistake;
        this.timeout = timeout;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        // Registered before the check of closed: either close() sees this delivery, or it sees the close.
        inFlight.add(outcome);
        outcome.whenComplete((done, failure) -> inFlight.remove(outcome));
        if (closed && mistake != ProviderBug.SENDS_WHEN_CLOSED) {
            outcome.complete(closing());
            return outcome;
        }
        client.sendAsync(request(delivery), HttpResponse.BodyHandlers.ofString())
                .whenComplete((answer, failure) -> {
                    if (failure == null) {
                        outcome.complete(understood(answer));
                    } else if (mistake == ProviderBug.THROWS_INSTEAD_OF_RETRY) {
                        outcome.completeExceptionally(failure);
                    } else {
                        outcome.complete(failed(failure));
                    }
                });
        return outcome;
    }

    private HttpRequest request(Delivery delivery) {
        boolean another = mistake == ProviderBug.NEW_DEDUPE_KEY_PER_ATTEMPT;
        String body = ((Message.Webhook) delivery.message()).body();
        String form = "to=" + encoded(delivery.address().value()) + "&body=" + encoded(body);
        return HttpRequest.newBuilder(uri)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(timeout)
                .header("Idempotency-Key", another ? UUID.randomUUID().toString() : delivery.dedupeKey())
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private Outcome understood(HttpResponse<String> answer) {
        return switch (answer.statusCode()) {
            case 200 ->
                answer.body().startsWith("id=")
                        ? new Outcome.Accepted(answer.body().substring("id=".length()))
                        : mistake == ProviderBug.ACCEPTS_GARBAGE
                                ? new Outcome.Accepted(answer.body())
                                : new Outcome.Unclear("garbage", "invalid response");
            case 400 -> new Outcome.Rejected("refused", answer.body());
            case 410 ->
                mistake == ProviderBug.GONE_IS_REJECTED
                        ? new Outcome.Rejected("gone", "gone")
                        : new Outcome.Unregistered("gone", "address not registered");
            case 429 ->
                new Outcome.Retry(
                        mistake == ProviderBug.IGNORES_RETRY_AFTER
                                ? PAUSE
                                : Duration.ofSeconds(answer.headers()
                                        .firstValueAsLong("Retry-After")
                                        .orElse(PAUSE.toSeconds())),
                        "throttled",
                        "throttled");
            default -> new Outcome.Retry("unavailable", "status " + answer.statusCode());
        };
    }

    /** A failed connection is safe to retry; any other failure is unclear. */
    private Outcome failed(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof ConnectException || mistake == ProviderBug.TIMEOUT_IS_RETRY
                ? new Outcome.Retry("unreachable", cause.toString())
                : new Outcome.Unclear("timeout", cause.toString());
    }

    private static Outcome closing() {
        return new Outcome.Retry("closed", "the provider is closed");
    }

    @Override
    public Optional<String> problem() {
        return closed ? Optional.of("closed") : Optional.empty();
    }

    @Override
    public void close() {
        closed = true;
        if (mistake != ProviderBug.CLOSES_WITHOUT_WAITING) {
            awaitAll();
        }
        inFlight.forEach(outcome -> outcome.complete(new Outcome.Unclear("closed", "closed before a response")));
    }

    private void awaitAll() {
        try {
            CompletableFuture.allOf(inFlight.toArray(CompletableFuture<?>[]::new))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // close() completes the remaining deliveries.
        }
    }
}
