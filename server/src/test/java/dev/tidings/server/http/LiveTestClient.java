package dev.tidings.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A test client of live connections over a WebSocket or server-sent events, which records the events. */
final class LiveTestClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final long TIMEOUT_SECONDS = 20;

    private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private WebSocket socket;
    private InputStream stream;
    private HttpHeaders headers;

    private LiveTestClient() {}

    static LiveTestClient webSocket(int port, String token, String query) {
        LiveTestClient liveTestClient = new LiveTestClient();
        liveTestClient.socket = HTTP.newWebSocketBuilder()
                .subprotocols("tidings.v1", "tidings.token." + token)
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/v1/me/live" + query), liveTestClient.new Listener())
                .join();
        return liveTestClient;
    }

    static LiveTestClient eventStream(int port, String token, String query) throws IOException, InterruptedException {
        return eventStream(port, query, token == null ? Map.of() : Map.of("Authorization", "Bearer " + token));
    }

    /** @param headers of the request */
    static LiveTestClient eventStream(int port, String query, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/me/live" + query));
        headers.forEach(request::header);
        HttpResponse<InputStream> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException("answered with " + answer.statusCode());
        }
        LiveTestClient liveTestClient = new LiveTestClient();
        liveTestClient.stream = answer.body();
        liveTestClient.headers = answer.headers();
        Thread reader = new Thread(liveTestClient::read, "event stream");
        reader.setDaemon(true);
        reader.start();
        return liveTestClient;
    }

    /** The transport. */
    enum Kind {
        WEB_SOCKET,
        EVENT_STREAM;

        LiveTestClient open(int port, String token, String query) throws IOException, InterruptedException {
            return this == WEB_SOCKET ? webSocket(port, token, query) : eventStream(port, token, query);
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                events.add(json(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            ended.complete(code);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            ended.completeExceptionally(error);
        }
    }

    private void read() {
        try (Scanner lines = new Scanner(stream, StandardCharsets.UTF_8)) {
            String id = null;
            String event = null;
            while (lines.hasNextLine()) {
                String line = lines.nextLine();
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    JsonNode data = json(line.substring(6));
                    if (!data.path("event").asText().equals(event)
                            || data.has("id") && !data.path("id").asText().equals(id)) {
                        throw new AssertionError(
                                "the fields say something else than the data: " + event + " " + id + " " + data);
                    }
                    events.add(data);
                }
            }
            ended.complete(0);
        } catch (RuntimeException | Error failed) {
            ended.completeExceptionally(failed);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException notJson) {
            throw new AssertionError("not JSON: " + text, notJson);
        }
    }

    /** The values of a header of the response that opened an event stream. */
    List<String> header(String name) {
        return headers.allValues(name);
    }

    List<String> cookies() {
        return header("Set-Cookie");
    }

    /** The next event, without heartbeats. */
    JsonNode next() throws InterruptedException {
        JsonNode event = events.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("nothing came");
        }
        return event.path("event").asText().equals("heartbeat") ? next() : event;
    }

    /** The next event, which must have this name. */
    JsonNode next(String name) throws InterruptedException {
        JsonNode event = next();
        if (!event.path("event").asText().equals(name)) {
            throw new AssertionError("expected " + name + ", got " + event);
        }
        return event;
    }

    /** The titles of the next notifications. */
    List<String> titles(int count) throws InterruptedException {
        List<String> titles = new ArrayList<>();
        while (titles.size() < count) {
            titles.add(next("notification").path("notification").path("title").asText());
        }
        return titles;
    }

    boolean receivesNothing(Duration time) throws InterruptedException {
        return events.poll(time.toMillis(), TimeUnit.MILLISECONDS) == null;
    }

    void sendText(String text) {
        socket.sendText(text, true).join();
    }

    /** The code of the close frame; 0 for an event stream. */
    int closeCode() throws Exception {
        return ended.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** Disconnects without a close frame. */
    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        } else {
            try {
                stream.close();
            } catch (IOException gone) {
                // Closed already, as intended.
            }
        }
    }
}
