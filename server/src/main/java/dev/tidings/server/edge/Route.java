package dev.tidings.server.edge;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * One thing that can be asked.
 *
 * @param path with parameters in braces
 * @param operationId its name in the API's description
 * @param query the names of the query parameters it knows
 * @param headers the names of the headers that mean something to it alone
 */
record Route(
        String method,
        String path,
        Access access,
        String operationId,
        BodyKind body,
        Set<String> query,
        Set<String> headers,
        Handler handler) {

    /** Answers a call, at once or later. Runs on an event loop: never blocks. */
    interface Handler {
        CompletionStage<Answer> handle(Call call);
    }

    Route {
        query = Set.copyOf(query);
        headers = Set.copyOf(headers);
    }

    static Route of(String method, String path, Access access, String operationId, Handler handler) {
        return new Route(method, path, access, operationId, BodyKind.NONE, Set.of(), Set.of(), handler);
    }

    Route takes(BodyKind kind) {
        return new Route(method, path, access, operationId, kind, query, headers, handler);
    }

    Route query(String... names) {
        return new Route(method, path, access, operationId, body, Set.of(names), headers, handler);
    }

    Route headers(String... names) {
        return new Route(method, path, access, operationId, body, query, Set.of(names), handler);
    }

    /** Whether pages of other origins may call it, if they are on the list. */
    boolean forBrowsers() {
        return access == Access.USER || access == Access.LIVE;
    }

    /** The parts of the path between slashes. */
    List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }
}
