package dev.tidings.channels.http;

import dev.tidings.core.deliver.Outcome;
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

/** One request on its way. What it is worth to give it up depends on whether a byte of it has been written. */
final class PinnedExchange {
    /** As much of an unread body is worth keeping the connection for. */
    private static final int SPARED = 64 * 1024;

    private enum Phase {
        BEFORE,
        SENT,
        GIVEN_UP
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.BEFORE);
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final Buffer body;
    private final Function<Answer, Outcome> understand;
    private volatile HttpClientRequest request;

    PinnedExchange(Buffer body, Function<Answer, Outcome> understand) {
        this.body = body;
        this.understand = understand;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    /** Done when nothing is left of it on a connection: a stranger's answer can go on long after its head. */
    CompletableFuture<Void> over() {
        return over;
    }

    void end(Outcome with) {
        outcome.complete(with);
        over.complete(null);
    }

    /** By a mistake in the program. */
    void fail(RuntimeException mistake) {
        outcome.completeExceptionally(mistake);
        over.complete(null);
    }

    /** The time is over. What has not been sent by now never will be. */
    void giveUp() {
        if (phase.compareAndSet(Phase.BEFORE, Phase.GIVEN_UP)) {
            end(Trouble.unreachable(new TimeoutException()));
            return;
        }
        end(Trouble.timeout());
        HttpClientRequest sent = request;
        if (sent != null) {
            sent.reset();
        }
    }

    void notConnected(Throwable failure) {
        if (failure instanceof ConnectionPoolTooBusyException) {
            end(Trouble.busy());
        } else if (failure instanceof SSLHandshakeException) {
            end(Trouble.of(failure));
        } else {
            end(Trouble.unreachable(failure));
        }
    }

    void send(HttpClientRequest connected) {
        request = connected;
        // What goes wrong is told by the answer that does not come; without this it would be logged as well.
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
            if (seen[0] > SPARED) {
                request.reset();
            }
        });
        try {
            outcome.complete(understand.apply(new Answer(response.statusCode(), headers, "")));
        } catch (RuntimeException e) {
            outcome.completeExceptionally(e);
        }
    }

    private void failed(Throwable failure) {
        boolean closed = failure instanceof HttpClosedException || failure instanceof IOException;
        end(closed ? Trouble.broken(failure) : Answer.malformed(Trouble.name(failure)));
    }
}
