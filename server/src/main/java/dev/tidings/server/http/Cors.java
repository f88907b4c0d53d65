package dev.tidings.server.http;

import io.vertx.core.MultiMap;
import java.util.Map;
import java.util.Set;

/**
 * Sets the CORS headers and answers the preflight requests of the routes under {@code /v1/me}, for the configured origins. Without
 * credentials mode, since the page sends the token itself; except for event streams, which are resumed with a cookie.
 */
final class Cors {
    private static final String DAY = "86400";

    private final Set<String> origins;

    Cors(Set<String> origins) {
        this.origins = origins;
    }

    boolean allows(String origin) {
        return origins.contains(origin);
    }

    /** Sets the CORS headers on every response, including errors, so that the page can read them. */
    void mark(String origin, MultiMap headers) {
        headers.set("Vary", "Origin");
        if (origin != null && allows(origin)) {
            headers.set("Access-Control-Allow-Origin", origin);
            headers.set("Access-Control-Expose-Headers", "Retry-After");
        }
    }

    /** The headers of a response to a page that sends cookies; none if its origin is not allowed. */
    Map<String, String> credentialHeaders(String origin) {
        return origin != null && allows(origin)
                ? Map.of(
                        "Access-Control-Allow-Origin",
                        origin,
                        "Access-Control-Allow-Credentials",
                        "true",
                        "Vary",
                        "Origin")
                : Map.of();
    }

    /** The response to a preflight request. */
    ApiResponse preflight(String origin, String allowedMethods) {
        if (!allows(origin)) {
            throw new ProblemException(Problem.ORIGIN_NOT_ALLOWED, "the origin is not on the allow-list");
        }
        return new ApiResponse(
                204,
                null,
                new byte[0],
                Map.of(
                        "Access-Control-Allow-Methods", allowedMethods,
                        "Access-Control-Allow-Headers", "Authorization, Content-Type",
                        "Access-Control-Max-Age", DAY));
    }
}
