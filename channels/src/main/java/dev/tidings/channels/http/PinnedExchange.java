package dev.tidings.channels.http;

import dev.tidings.core.delivery.Outcome;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLHandshakeException;

/** One HTTP request of {@link PinnedHttp} in flight. A timeout is a retry before the first byte was written, and unclear after it. */
final class PinnedExchange {
    /** The size of an unread body up to which the connection is kept for reuse. */
    private static final int MAX_DRAINED = 64 * 1024;

    /** Whether the request was sent before its timeout. */
    private enum Phase {
        BEFORE,
        SENT,
        GIVEN_UP
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.BEFORE);
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final Buffer body;
    private final Function<ProviderResponse, Outcome> interpret;
    private volatile HttpClientRequest request;

    PinnedExchange(Buffer body, Function<ProviderResponse, Outcome> interpret) {
        this.body = body;
        this.interpret = interpret;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    /** Completes when the connection is free of this exchange: an untrusted response body may go on long after its head. */
    CompletableFuture<Void> over() {
        return over;
    }

    void end(Outcome with) {
        outcome.complete(with);
        over.complete(null);
    }

    /** Ends the exchange after a programming error. */
    void fail(RuntimeException error) {
        outcome.completeExceptionally(error);
        over.complete(null);
    }

    /** Ends the exchange at the timeout. A request that was not sent by now never will be. */
    void timeOut() {
        if (phase.compareAndSet(Phase.BEFORE, Phase.GIVEN_UP)) {
            end(TransportFailures.unreachable(new TimeoutException()));
            return;
        }
        end(TransportFailures.timeout());
        HttpClientRequest sent = request;
        if (sent != null) {
            sent.reset();
        }
    }

    void notConnected(Throwable failure) {
        if (failure instanceof ConnectionPoolTooBusyException) {
            end(TransportFailures.busy());
        } else if (failure instanceof SSLHandshakeException) {
            end(TransportFailures.outcomeOf(failure));
        } else {
            end(TransportFailures.unreachable(failure));
        }
    }

    void send(HttpClientRequest connected) {
        request = connected;
        // Failures are reported through the missing response; without this handler Vert.x would log them as well.
        connected.exceptionHandler(failure -> {});
        if (!phase.compareAndSet(Phase.BEFORE, Phase.SENT)) {
            connected.reset();
            return;
        }
        connected.send(body).onComplete(this::answered, this::failed);
    }

    private void answered(HttpClientResponse response) {
        Map<String, String> headers = new HashMap<>();
        response.headers().forEach((name, value) -> headers.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
        int[] seen = {0};
        response.endHandler(end -> over.complete(null));
        response.exceptionHandler(failure -> over.complete(null));
        response.handler(part -> {
            seen[0] += part.length();
            if (seen[0] > MAX_DRAINED) {
                request.reset();
            }
        });
        try {
            outcome.complete(interpret.apply(new ProviderResponse(response.statusCode(), headers, "")));
        } catch (RuntimeException e) {
            outcome.completeExceptionally(e);
        }
    }

    private void failed(Throwable failure) {
        boolean closed = failure instanceof HttpClosedException || failure instanceof IOException;
        end(
                closed
                        ? TransportFailures.connectionBroken(failure)
                        : ProviderResponse.malformed(TransportFailures.name(failure)));
    }
}
