package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.server.live.CloseReason;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The response to a browser that resumes its event stream while the server is draining or overloaded: a stream that ends at once and names
 * the delay until the next attempt. After any status but 200, an EventSource would never reconnect.
 */
final class RetryLaterStream {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final String DEFAULT_SECONDS = "5";

    private RetryLaterStream() {}

    /** Empty if the request resumes no stream, or trying again would not help. */
    static Optional<ApiResponse> of(ProblemException problem, HttpServerRequest request, Cors cors) {
        int status = problem.problem().status();
        if (status != TOO_MANY_REQUESTS && status < SERVER_ERROR || !isResuming(request)) {
            return Optional.empty();
        }
        CloseReason reason = status == TOO_MANY_REQUESTS ? CloseReason.LIMIT : CloseReason.UNAVAILABLE;
        String seconds = problem.headers().getOrDefault("Retry-After", DEFAULT_SECONDS);
        String text = "retry: " + seconds + "000\n\nevent: bye\ndata: {\"event\":\"bye\",\"reason\":\"" + reason.wire()
                + "\"}\n\n";
        Map<String, String> headers = new HashMap<>();
        cors.credentialHeaders(request.getHeader(HeaderNames.ORIGIN)).forEach(headers::put);
        return Optional.of(new ApiResponse(200, LiveConnections.EVENT_STREAM, text.getBytes(US_ASCII), headers));
    }

    /** Decided by the request alone, which may not even have been routed. */
    private static boolean isResuming(HttpServerRequest request) {
        if (request.method() != HttpMethod.GET
                || !Routes.LIVE_PATH.equals(request.path())
                || WebSocketHandshake.isRequested(request)) {
            return false;
        }
        try {
            String ticket =
                    UrlText.query(request.query(), Set.of("since", "ticket")).get("ticket");
            return ticket != null && StreamCookies.find(request, ticket) != null;
        } catch (ProblemException malformed) {
            return false;
        }
    }
}
