package dev.tidings.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An invalid call and its expected problem.
 *
 * @param pointer expected among the errors' pointers; null if the problem concerns the call as a whole
 */
record BadCall(
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
    static BadCall send(String name, String json, String pointer) {
        return send(name, json.getBytes(StandardCharsets.UTF_8), pointer);
    }

    static BadCall send(String name, byte[] json, String pointer) {
        return new BadCall("send: " + name, "POST", "/v1/notifications", json, JSON, 422, "invalid_request", pointer);
    }

    /** A send request that is valid except for these fields, given without braces. */
    static BadCall field(String name, String fields, String pointer) {
        return send(name, "{\"to\":{\"user\":\"u\"},\"title\":\"t\"," + fields + "}", pointer);
    }

    static BadCall body(String name, String method, String path, String json, String pointer) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new BadCall(
                method + " " + path + ": " + name, method, path, bytes, JSON, 422, "invalid_request", pointer);
    }

    static BadCall parameter(String name, String path, String pointer) {
        return new BadCall("GET " + name, "GET", path, null, Map.of(), 400, "invalid_parameter", pointer);
    }

    static BadCall cursor(String name, String path) {
        return new BadCall("GET " + name, "GET", path, null, Map.of(), 400, "invalid_cursor", "query:cursor");
    }

    static BadCall other(String name, String method, String path, String body, int status, String code) {
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = body == null ? Map.of() : JSON;
        return new BadCall(name, method, path, bytes, headers, status, code, null);
    }

    BadCall with(String header, String value) {
        return new BadCall(name, method, path, body, Map.of(header, value), status, code, pointer);
    }

    @Override
    public String toString() {
        return name;
    }
}
