package dev.tidings.client;

import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One WebSocket connection, read message by message: the next one is requested only when the last was handled. */
final class LiveSocket implements WebSocket.Listener {
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private volatile WebSocket socket;

    /** A message, or the end of the connection. */
    sealed interface Signal {
        record Message(String text) implements Signal {}

        record End(String reason, Throwable cause) implements Signal {}
    }

    private LiveSocket() {}

    /** @param since the position to resume from; null for the end of the stream */
    static LiveSocket open(HttpCalls calls, String since) {
        String path =
                calls.to(Operation.OPEN_MY_LIVE_STREAM).query("since", since).path();
        String url = calls.url(path).toString().replaceFirst("^http", "ws");
        LiveSocket opened = new LiveSocket();
        CompletableFuture<WebSocket> handshake = calls.http()
                .newWebSocketBuilder()
                .connectTimeout(calls.timeout())
                .header("Authorization", "Bearer " + calls.bearer().get())
                .buildAsync(URI.create(url), opened);
        try {
            opened.socket = handshake.get(calls.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return opened;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                throwReason(calls, since, refused);
            }
            throw new ConnectionException(
                    calls.server(), "no live connection to " + url + ": " + e.getCause(), false, e.getCause());
        } catch (TimeoutException e) {
            handshake.cancel(true);
            throw new ConnectionException(calls.server(), "no live connection to " + url + " in time", false, e);
        } catch (InterruptedException e) {
            handshake.cancel(true);
            Thread.currentThread().interrupt();
            throw new CallInterruptedException("opening " + url, e);
        }
    }

    /** A refused handshake has no body. If it is refused for good, the same request without the upgrade says why. */
    private static void throwReason(HttpCalls calls, String since, WebSocketHandshakeException refused) {
        int status = refused.getResponse().statusCode();
        ApiRequest request = calls.once().to(Operation.OPEN_MY_LIVE_STREAM).query("since", since);
        if (status / 100 == 4 && status != 408 && status != 429) {
            request.header("Accept", "text/event-stream").send();
        } else {
            throw calls.problem(request, status, refused.getResponse().headers(), new byte[0]);
        }
    }

    /** The next message or the end; null if there is none in time. */
    Signal next(Duration wait) throws InterruptedException {
        return signals.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The last message was handled. */
    void handled() {
        socket.request(1);
    }

    /** Waits until it is written; a failure shows as the end of the connection. */
    void send(String message) throws InterruptedException {
        await(socket.sendText(message, true));
    }

    private static void await(CompletableFuture<WebSocket> written) throws InterruptedException {
        try {
            written.get(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException lost) {
            // Reported by onError, or by the silence of the server.
        }
    }

    /** Wakes up the reader, from any thread. */
    void wake() {
        signals.add(new Signal.End("closed by this client", null));
    }

    void close() throws InterruptedException {
        await(socket.sendClose(WebSocket.NORMAL_CLOSURE, ""));
    }

    /** Ends the connection without a farewell, if it is still open. */
    void abort() {
        socket.abort();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            signals.add(new Signal.Message(text.toString()));
            text.setLength(0);
        } else {
            from.request(1);
        }
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        signals.add(new Signal.End("the server closed the connection with " + code + " " + reason, null));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable cause) {
        signals.add(new Signal.End("the connection was lost: " + cause, cause));
    }
}
