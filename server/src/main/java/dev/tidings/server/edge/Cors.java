package dev.tidings.server.edge;

import io.vertx.core.MultiMap;
import java.util.Map;
import java.util.Set;

/** Lets pages of some origins make the calls that are meant for browsers. Without credentials: tokens are sent by the page itself. */
final class Cors {
    private static final String DAY = "86400";

    private final Set<String> origins;

    Cors(Set<String> origins) {
        this.origins = origins;
    }

    boolean allows(String origin) {
        return origins.contains(origin);
    }

    /** For any answer to a call for browsers, so that the page may also read what went wrong. */
    void mark(String origin, MultiMap headers) {
        headers.set("Vary", "Origin");
        if (origin != null && allows(origin)) {
            headers.set("Access-Control-Allow-Origin", origin);
            headers.set("Access-Control-Expose-Headers", "Retry-After");
        }
    }

    /** What a browser asks first. */
    Answer preflight(String origin, String allowedMethods) {
        if (!allows(origin)) {
            throw new ProblemException(Problem.ORIGIN_NOT_ALLOWED, "the origin is not on the allow-list");
        }
        return new Answer(
                204,
                null,
                new byte[0],
                Map.of(
                        "Access-Control-Allow-Methods", allowedMethods,
                        "Access-Control-Allow-Headers", "Authorization, Content-Type",
                        "Access-Control-Max-Age", DAY));
    }
}
