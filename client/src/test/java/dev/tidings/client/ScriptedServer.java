package dev.tidings.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server with prepared answers; the last one is given from then on. Records the requests. */
final class ScriptedServer implements AutoCloseable {
    /** Closes the connection without an answer. */
    static final Answer CUT = new Answer(0, "", Map.of());

    private final HttpServer server;
    private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
    final List<Received> received = new CopyOnWriteArrayList<>();

    /** A prepared answer. */
    record Answer(int status, String body, Map<String, String> headers) {
        static Answer of(int status, String body) {
            return new Answer(status, body, Map.of());
        }

        static Answer problem(int status, String code) {
            return of(status, "{\"status\":" + status + ",\"code\":\"" + code + "\",\"detail\":\"no\",\"errors\":[]}");
        }

        Answer with(String header, String value) {
            return new Answer(status, body, Map.of(header, value));
        }
    }

    /** A request. */
    record Received(String call, String body, String key) {}

    ScriptedServer(Answer... answers) throws IOException {
        script.addAll(new ArrayDeque<>(List.of(answers)));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        received.add(new Received(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                body,
                exchange.getRequestHeaders().getFirst("Idempotency-Key")));
        Answer answer = script.size() > 1 ? script.remove() : script.element();
        if (answer.status() > 0) {
            byte[] bytes = answer.body().getBytes(UTF_8);
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
