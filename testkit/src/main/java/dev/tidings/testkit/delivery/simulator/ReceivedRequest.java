package dev.tidings.testkit.delivery.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.Map;
import java.util.TreeMap;

/** An HTTP request that a provider simulator has received: its head, its body up to 1 MiB, and its arrival time. */
record ReceivedRequest(HttpExchange exchange, String body, long startedNanos, long startedMillis) {
    private static final int MAX_BODY_BYTES = 1024 * 1024;

    static ReceivedRequest read(HttpExchange exchange) throws IOException {
        long nanos = System.nanoTime();
        long millis = System.currentTimeMillis();
        byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES);
        return new ReceivedRequest(exchange, new String(bytes, UTF_8), nanos, millis);
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /** The path with its query. */
    String target() {
        return exchange.getRequestURI().toString();
    }

    /** A header, or an empty text. */
    String header(String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /** The content type without parameters, such as the character set. */
    String contentType() {
        return header("Content-Type").split(";", 2)[0].strip();
    }

    /** The body parsed as a form. */
    Map<String, String> form() throws ApiViolationException {
        Map<String, String> fields = new TreeMap<>();
        for (String field : body.split("&")) {
            String[] parts = field.split("=", 2);
            if (parts.length != 2 || fields.put(decoded(parts[0]), decoded(parts[1])) != null) {
                throw new ApiViolationException("body", "expected each field once, with a value");
            }
        }
        return fields;
    }

    private static String decoded(String text) throws ApiViolationException {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiViolationException("body", "expected a form");
        }
    }

    /** The request as text, for people and for comparison with documented examples. */
    String text() {
        StringBuilder text = new StringBuilder(method()).append(' ').append(target());
        new TreeMap<>(exchange.getRequestHeaders())
                .forEach((name, values) ->
                        text.append('\n').append(name).append(": ").append(values.get(0)));
        return text.append("\n\n").append(body).toString();
    }
}
