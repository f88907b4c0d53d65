package dev.tidings.server.http;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * An operation of the API or a page: method, path, access rule, body, parameters and handler.
 *
 * @param path a template with parameters in braces
 * @param operationId its id in the OpenAPI description
 * @param query the names of its query parameters
 * @param headers the names of headers specific to it
 * @param page whether it is a page or file for browsers, which clients don't call and the OpenAPI description leaves out
 */
record Route(
        String method,
        String path,
        RouteAccess access,
        String operationId,
        BodyKind body,
        Set<String> query,
        Set<String> headers,
        boolean page,
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
        return new Route(method, path, access, operationId, BodyKind.NONE, Set.of(), Set.of(), false, handler);
    }

    /** A page or file that everyone may get. */
    static Route page(String path, String name, Handler handler) {
        return new Route("GET", path, RouteAccess.PUBLIC, name, BodyKind.NONE, Set.of(), Set.of(), true, handler);
    }

    Route method(String other) {
        return new Route(other, path, access, operationId, body, query, headers, page, handler);
    }

    Route accepts(BodyKind kind) {
        return new Route(method, path, access, operationId, kind, query, headers, page, handler);
    }

    Route query(String... names) {
        return new Route(method, path, access, operationId, body, Set.of(names), headers, page, handler);
    }

    Route headers(String... names) {
        return new Route(method, path, access, operationId, body, query, Set.of(names), page, handler);
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
