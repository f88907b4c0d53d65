package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.Operation.Repeat;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One request to the API, from its path to its result. */
final class ApiRequest {
    private static final String KEY = "Idempotency-Key";

    private final HttpCalls calls;
    private final String method;
    private final StringBuilder path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Repeat repeat;
    private byte[] body = {};
    private char separator = '?';

    ApiRequest(HttpCalls calls, String method, String path, Repeat repeat) {
        this.calls = calls;
        this.method = method;
        this.path = new StringBuilder(path);
        this.repeat = repeat;
    }

    /** Percent-encodes a path segment or the value of a query parameter. */
    static String escape(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A parameter of the query; left out if it is null. */
    ApiRequest query(String name, Object value) {
        if (value != null) {
            path.append(separator).append(name).append('=').append(escape(value.toString()));
            separator = '&';
        }
        return this;
    }

    ApiRequest json(Object value) {
        return body("application/json", Json.write(value));
    }

    ApiRequest body(String type, byte[] bytes) {
        headers.put("Content-Type", type);
        body = bytes;
        return this;
    }

    ApiRequest header(String name, String value) {
        headers.put(name, value);
        if (name.equalsIgnoreCase(KEY)) {
            repeat = Repeat.ALWAYS;
        }
        return this;
    }

    /** Without a key the request is not repeated if its outcome is unknown. */
    ApiRequest idempotencyKey(String key) {
        return key == null ? this : header(KEY, key);
    }

    /** Every line of the body has an idempotency key. */
    ApiRequest keyedBody() {
        repeat = Repeat.ALWAYS;
        return this;
    }

    String method() {
        return method;
    }

    String path() {
        return path.toString();
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    /** Whether it may be sent again after an unknown outcome. */
    boolean repeatable() {
        return repeat == Repeat.ALWAYS;
    }

    /** Whether the server knows repeated requests by their key. */
    boolean keyed() {
        return headers.containsKey(KEY);
    }

    ApiResponse send() {
        return calls.send(this);
    }

    JsonNode json() {
        return send().json();
    }

    <T> T as(Class<T> type) {
        return send().as(type);
    }

    <T> List<T> items(Class<T> type) {
        ApiResponse response = send();
        List<T> items = new ArrayList<>();
        for (JsonNode item : response.json().path("items")) {
            items.add(response.convert(item, type));
        }
        return items;
    }

    <T> Page<T> page(Class<T> type) {
        ApiResponse response = send();
        try {
            return Json.MAPPER.readValue(response.body(), Json.type(Page.class, type));
        } catch (IOException e) {
            throw response.notJson(e);
        }
    }
}
