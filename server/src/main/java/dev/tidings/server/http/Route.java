package dev.tidings.server.http;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * An operation of the API: method, path, access rule, body, parameters and handler.
 *
 * @param path a template with parameters in braces
 * @param operationId its id in the OpenAPI description
 * @param query the names of its query parameters
 * @param headers the names of headers specific to it
 */
record Route(
        String method,
        String path,
        RouteAccess access,
        String operationId,
        BodyKind body,
        Set<String> query,
        Set<String> headers,
        Handler handler) {

    /** Handles a call asynchronously. Runs on an event loop, so it never blocks. */
    interface Handler {
        CompletionStage<ApiResponse> handle(ApiRequest call);
    }

    Route {
        query = Set.copyOf(query);
        headers = Set.copyOf(headers);
    }

    static Route of(String method, String path, RouteAccess access, String operationId, Handler handler) {
        return new Route(method, path, access, operationId, BodyKind.NONE, Set.of(), Set.of(), handler);
    }

    Route accepts(BodyKind kind) {
        return new Route(method, path, access, operationId, kind, query, headers, handler);
    }

    Route query(String... names) {
        return new Route(method, path, access, operationId, body, Set.of(names), headers, handler);
    }

    Route headers(String... names) {
        return new Route(method, path, access, operationId, body, query, Set.of(names), handler);
    }

    /** Whether pages of allowed origins may call it (CORS). */
    boolean allowsCors() {
        return access == RouteAccess.USER || access == RouteAccess.LIVE;
    }

    /** The segments of the path. */
    List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }
}
