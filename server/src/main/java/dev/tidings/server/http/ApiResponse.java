package dev.tidings.server.http;

import dev.tidings.core.model.ResultPage;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The HTTP response of a handler: status, media type, body and further headers.
 *
 * @param contentType null if there is no body
 * @param body may be shared by many responses; readers leave its position as it is
 */
record ApiResponse(int status, String contentType, ByteBuffer body, Map<String, String> headers) {
    static final String JSON = "application/json";
    static final String NDJSON = "application/x-ndjson";
    static final String PROBLEM = "application/problem+json";
    private static final byte[] EMPTY = {};

    ApiResponse(int status, String contentType, byte[] body, Map<String, String> headers) {
        this(status, contentType, ByteBuffer.wrap(body), headers);
    }

    /** A copy of the body. */
    byte[] bytes() {
        byte[] copy = new byte[body.remaining()];
        body.get(body.position(), copy);
        return copy;
    }

    static ApiResponse json(int status, Json.JsonValue value) {
        return json(status, Json.bytes(value));
    }

    /** A body that is already serialised. */
    static ApiResponse json(int status, byte[] body) {
        return new ApiResponse(status, JSON, body, Map.of());
    }

    static ApiResponse noContent() {
        return new ApiResponse(204, null, EMPTY, Map.of());
    }

    static <T> ApiResponse list(ResultPage<T> listing, Json.JsonView<T> view) {
        return json(200, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (T item : listing.items()) {
                view.write(json, item);
            }
            json.writeEndArray();
            json.writeStringField("next", listing.next().orElse(null));
            json.writeEndObject();
        });
    }

    static ApiResponse problem(ProblemException failure) {
        byte[] body = Json.bytes(json -> Json.problem(json, failure));
        return new ApiResponse(failure.problem().status(), PROBLEM, body, failure.headers());
    }

    ApiResponse header(String name, String value) {
        return new ApiResponse(status, contentType, body, Map.of(name, value));
    }
}
