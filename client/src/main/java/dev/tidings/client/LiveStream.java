package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.LiveSocket.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The live events of a user's inbox, over a WebSocket that reconnects and resumes: a listener sees every event once and in order, through
 * lost connections and restarts of the server, for as long as the server keeps changes.
 *
 * <pre>{@code
 * try (LiveStream live = tidings.withToken(token).me().live()) {
 *     live.run(event -> {
 *         if (event instanceof LiveEvent.Arrived arrived) {
 *             show(arrived.notification());
 *         } else if (event instanceof LiveEvent.Hello hello && !hello.resumed() || event instanceof LiveEvent.Reload) {
 *             fetchInbox();
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>{@link #run} blocks its thread, which may be a virtual one, until {@link #close} is called by any thread.
 */
public final class LiveStream implements AutoCloseable {
    private static final Retries BACKOFF =
            new Retries(Duration.ofDays(1), Duration.ofMillis(250), Duration.ofSeconds(10));
    private static final Duration HELLO_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration ACK_DELAY = Duration.ofMillis(200);
    private static final int MAX_ACKS = 100;
    private static final int MAX_REFUSED_TOKENS = 3;
    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final String HEARTBEAT = "heartbeat";
    private static final int OK = 200;

    private final HttpCalls calls;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<String> acks = new ArrayList<>();
    private boolean acknowledges = true;
    private volatile String position;
    private volatile LiveSocket current;
    private long ackedAt = System.nanoTime();
    private int failures;
    private int refusedTokens;

    LiveStream(HttpCalls calls) {
        this.calls = calls;
    }

    /** Resumes after this event, instead of starting with new events. */
    public LiveStream since(String id) {
        position = id;
        return this;
    }

    /** Whether handled notifications are acknowledged, so that they count as delivered; true by default. */
    public LiveStream acknowledge(boolean handled) {
        acknowledges = handled;
        return this;
    }

    /** The id of the last handled event, from which another stream can resume; null before the first. */
    public String position() {
        return position;
    }

    /**
     * Passes on events until the stream is closed.
     *
     * @throws ProblemException if the server refuses the connection for good, such as for an invalid token
     */
    public void run(LiveListener listener) {
        while (!isClosed()) {
            TidingsException reason;
            try {
                current = LiveSocket.open(calls, position);
                reason = null;
            } catch (ProblemException refused) {
                if (isFinal(refused)) {
                    throw refused;
                }
                reason = refused;
            } catch (ConnectionException unreachable) {
                reason = unreachable;
            }
            if (reason == null) {
                reason = follow(current, listener);
            }
            pause(reason, listener);
        }
    }

    /** Tokens expire and positions may be too old: both are replaced before the next attempt. */
    private boolean isFinal(ProblemException refused) {
        if (refused.status() == 401) {
            return ++refusedTokens >= MAX_REFUSED_TOKENS;
        }
        if (refused.status() == 400 && position != null) {
            position = null;
            return false;
        }
        return refused.status() < 500 && refused.status() != 408 && refused.status() != 429;
    }

    private ConnectionException follow(LiveSocket socket, LiveListener listener) {
        try {
            return receive(socket, listener);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            current = null;
            socket.abort();
        }
    }

    /** Returns why the connection ended. */
    private ConnectionException receive(LiveSocket socket, LiveListener listener) throws InterruptedException {
        Duration silence = HELLO_TIMEOUT;
        while (!isClosed()) {
            Signal signal = socket.next(acks.isEmpty() ? silence : ACK_DELAY);
            if (signal instanceof Signal.End end) {
                if (isClosed()) {
                    break;
                }
                return lost(end.reason(), end.cause());
            }
            if (signal instanceof Signal.Message message) {
                JsonNode json = parse(message.text());
                if (json.has(HEARTBEAT)) {
                    // Of the first event; twice the interval tolerates one lost heartbeat.
                    silence =
                            Duration.ofMillis(2 * json.path(HEARTBEAT).asLong()).plus(MARGIN);
                    failures = 0;
                    refusedTokens = 0;
                }
                if (!json.path("event").asText().equals(HEARTBEAT)) {
                    handle(event(json), listener);
                }
                socket.handled();
            } else if (acks.isEmpty()) {
                return lost("the server was silent for too long", null);
            }
            if (acks.size() >= MAX_ACKS || System.nanoTime() - ackedAt > ACK_DELAY.toNanos()) {
                acknowledge(socket);
            }
        }
        acknowledge(socket);
        socket.close();
        return lost("closed by this client", null);
    }

    private void handle(LiveEvent event, LiveListener listener) {
        listener.event(event);
        if (event.id() != null && !(event instanceof LiveEvent.Hello hello && hello.resumed())) {
            position = event.id();
        }
        if (acknowledges && event instanceof LiveEvent.Arrived arrived) {
            acks.add(arrived.notification().id());
        }
    }

    /** Several at once, since messages of clients are rate-limited. */
    private void acknowledge(LiveSocket socket) throws InterruptedException {
        ackedAt = System.nanoTime();
        if (!acks.isEmpty()) {
            socket.send(new String(Json.write(Map.of("ack", acks)), StandardCharsets.UTF_8));
            acks.clear();
        }
    }

    private JsonNode parse(String message) {
        try {
            return Json.MAPPER.readTree(message);
        } catch (IOException e) {
            throw InvalidResponseException.notJson(calls.server(), OK, e);
        }
    }

    private LiveEvent event(JsonNode json) {
        try {
            return LiveEvent.of(json);
        } catch (IOException e) {
            throw InvalidResponseException.notJson(calls.server(), OK, e);
        }
    }

    private ConnectionException lost(String why, Throwable cause) {
        return new ConnectionException(
                calls.server(), "live connection to " + calls.server() + ": " + why, false, cause);
    }

    /** Clients do not reconnect all at once after a restart of the server: the delay is random. */
    private void pause(TidingsException reason, LiveListener listener) {
        if (isClosed()) {
            return;
        }
        Duration delay = BACKOFF.delay(++failures);
        if (reason instanceof ProblemException problem) {
            delay = delay.plus(problem.retryAfter().orElse(Duration.ZERO));
        }
        listener.disconnected(reason, delay);
        try {
            closed.await(delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private CallInterruptedException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new CallInterruptedException("the live connection to " + calls.server(), cause);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Ends {@link #run}. */
    @Override
    public void close() {
        closed.countDown();
        LiveSocket socket = current;
        if (socket != null) {
            socket.wake();
        }
    }
}
