package dev.tidings.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An invalid call and its expected problem.
 *
 * @param pointer expected among the errors' pointers; null if the problem concerns the call as a whole
 */
record InvalidCall(
        String name,
        String method,
        String path,
        byte[] body,
        Map<String, String> headers,
        int status,
        String code,
        String pointer) {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    /** A send request with an invalid body. */
    static InvalidCall send(String name, String json, String pointer) {
        return send(name, json.getBytes(StandardCharsets.UTF_8), pointer);
    }

    static InvalidCall send(String name, byte[] json, String pointer) {
        return new InvalidCall(
                "send: " + name, "POST", "/v1/notifications", json, JSON, 422, "invalid_request", pointer);
    }

    /** A send request that is valid except for these fields, given without braces. */
    static InvalidCall field(String name, String fields, String pointer) {
        return send(name, "{\"to\":{\"user\":\"u\"},\"title\":\"t\"," + fields + "}", pointer);
    }

    static InvalidCall body(String name, String method, String path, String json, String pointer) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new InvalidCall(
                method + " " + path + ": " + name, method, path, bytes, JSON, 422, "invalid_request", pointer);
    }

    static InvalidCall parameter(String name, String path, String pointer) {
        return new InvalidCall("GET " + name, "GET", path, null, Map.of(), 400, "invalid_parameter", pointer);
    }

    static InvalidCall cursor(String name, String path) {
        return new InvalidCall("GET " + name, "GET", path, null, Map.of(), 400, "invalid_cursor", "query:cursor");
    }

    static InvalidCall other(String name, String method, String path, String body, int status, String code) {
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = body == null ? Map.of() : JSON;
        return new InvalidCall(name, method, path, bytes, headers, status, code, null);
    }

    InvalidCall with(String header, String value) {
        return new InvalidCall(name, method, path, body, Map.of(header, value), status, code, pointer);
    }

    @Override
    public String toString() {
        return name;
    }
}
