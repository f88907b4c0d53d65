package dev.tidings.testkit.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.HeldPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A minimal HTTP provider simulator: a real server on a port of its own. */
final class HttpSimulator implements ProviderSimulator {
    private final HttpServer server;
    private final Provider provider;
    private HeldPort refused;
    private final Map<String, Behaviour> scripts = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Queue<HttpExchange> held = new ConcurrentLinkedQueue<>();

    HttpSimulator(ProviderBug mistake, Duration timeout) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
        URI uri = URI.create("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort() + "/");
        provider = new HttpProvider(uri, mistake, timeout);
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public void script(String address, Behaviour behaviour) {
        scripts.put(address, behaviour);
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> form = new HashMap<>();
        for (String field : new String(exchange.getRequestBody().readAllBytes(), UTF_8).split("&")) {
            String[] parts = field.split("=", 2);
            form.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
        }
        Behaviour behaviour = scripts.getOrDefault(form.get("to"), Behaviour.ACCEPTS);
        if (behaviour == Behaviour.HOLDS) {
            // Before the call becomes visible, after which a test may release it.
            held.add(exchange);
        }
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        received.add(new Received(form.get("to"), new Message.Webhook(form.get("body")), key));
        switch (behaviour) {
            case ACCEPTS -> accept(exchange);
            case REFUSES -> answer(exchange, 400, "no, thank you");
            case THROTTLES -> {
                exchange.getResponseHeaders().set("Retry-After", "" + RETRY_AFTER.toSeconds());
                answer(exchange, 429, "later");
            }
            case UNKNOWN_ADDRESS -> answer(exchange, 410, "gone");
            case FAILS -> answer(exchange, 500, "broken");
            case GARBAGE -> answer(exchange, 200, "\u0000<html>");
            case DROPS -> exchange.close();
            case HANGS, HOLDS -> {}
        }
    }

    private static void accept(HttpExchange exchange) throws IOException {
        answer(exchange, 200, "id=" + UUID.randomUUID());
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void release() {
        for (HttpExchange exchange = held.poll(); exchange != null; exchange = held.poll()) {
            try {
                accept(exchange);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void stop() {
        int port = server.getAddress().getPort();
        server.stop(0);
        refused = HeldPort.inPlaceOf(port);
    }

    @Override
    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        server.stop(0);
        if (refused != null) {
            refused.close();
        }
    }
}
