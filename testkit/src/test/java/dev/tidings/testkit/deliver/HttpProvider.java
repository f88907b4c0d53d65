package dev.tidings.testkit.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.model.Channel;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A provider that posts a form and understands what {@link HttpFarSide} answers; with one mistake if asked for. */
final class HttpProvider implements Provider {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Set<CompletableFuture<Outcome>> underWay = ConcurrentHashMap.newKeySet();
    private final URI uri;
    private final ProviderMistake mistake;
    private volatile boolean closed;

    HttpProvider(URI uri, ProviderMistake mistake) {
        this.uri = uri;
        this.mistake = mistake;
    }

    @Override
    public Channel channel() {
        return Channel.WEBHOOK;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        // Known before the closing is looked for: whoever closes either sees it, or is seen.
        underWay.add(outcome);
        outcome.whenComplete((done, failure) -> underWay.remove(outcome));
        if (closed && mistake != ProviderMistake.SENDS_WHEN_CLOSED) {
            outcome.complete(closing());
            return outcome;
        }
        client.sendAsync(request(delivery), HttpResponse.BodyHandlers.ofString())
                .whenComplete((answer, failure) -> {
                    if (failure == null) {
                        outcome.complete(understood(answer, delivery));
                    } else if (mistake == ProviderMistake.THROWS_WHAT_HAPPENED) {
                        outcome.completeExceptionally(failure);
                    } else {
                        outcome.complete(new Outcome.Retry(PAUSE, failure.toString()));
                    }
                });
        return outcome;
    }

    private HttpRequest request(Delivery delivery) {
        boolean another = mistake == ProviderMistake.ANOTHER_KEY_EACH_TIME;
        String form = "to=" + encoded(delivery.address()) + "&title="
                + encoded(delivery.content().title())
                + (delivery.content().body() == null
                        ? ""
                        : "&body=" + encoded(delivery.content().body()));
        return HttpRequest.newBuilder(uri)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(PATIENCE)
                .header("Idempotency-Key", another ? UUID.randomUUID().toString() : delivery.dedupeKey())
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private Outcome understood(HttpResponse<String> answer, Delivery delivery) {
        return switch (answer.statusCode()) {
            case 200 ->
                answer.body().startsWith("id=")
                        ? new Outcome.Accepted(answer.body().substring("id=".length()))
                        : mistake == ProviderMistake.BELIEVES_ANYTHING
                                ? new Outcome.Accepted(answer.body())
                                : new Outcome.Retry(PAUSE, "an answer that makes no sense");
            case 400 -> new Outcome.Rejected(answer.body());
            case 410 ->
                mistake == ProviderMistake.GONE_IS_REJECTED
                        ? new Outcome.Rejected("gone")
                        : new Outcome.Unregistered(delivery.address());
            case 429 ->
                new Outcome.Retry(
                        mistake == ProviderMistake.IMPATIENT
                                ? PAUSE
                                : Duration.ofSeconds(answer.headers()
                                        .firstValueAsLong("Retry-After")
                                        .orElse(PAUSE.toSeconds())),
                        "throttled");
            default -> new Outcome.Retry(PAUSE, "status " + answer.statusCode());
        };
    }

    private static Outcome closing() {
        return new Outcome.Retry(PAUSE, "the provider is closed");
    }

    @Override
    public Optional<String> problem() {
        return closed ? Optional.of("closed") : Optional.empty();
    }

    @Override
    public void close() {
        closed = true;
        if (mistake != ProviderMistake.CLOSES_AT_ONCE) {
            awaitAll();
        }
        underWay.forEach(outcome -> outcome.complete(closing()));
    }

    private void awaitAll() {
        try {
            CompletableFuture.allOf(underWay.toArray(CompletableFuture<?>[]::new))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // What is left gets its answer all the same.
        }
    }
}
