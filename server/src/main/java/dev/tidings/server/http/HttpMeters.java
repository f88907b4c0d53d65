package dev.tidings.server.http;

import dev.tidings.server.metrics.DurationHistogram;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Metrics of requests: durations by route template, method and class of the status, and requests in flight. Requests without a route share
 * one label, so that made-up paths and methods create none.
 */
final class HttpMeters {
    private static final int STATUS_CLASSES = 6;

    private final DurationHistogram durations;
    private final Map<Route, RouteMeters> byRoute = new IdentityHashMap<>();
    private final RouteMeters noRoute = new RouteMeters("other", "other");

    HttpMeters(PrometheusMeterRegistry registry, List<Route> routes, Supplier<Number> inFlight) {
        durations = DurationHistogram.register(
                registry,
                "tidings_http_request_duration_seconds",
                "Time from the head of a request to the end of its response, by route, method and class of the status",
                "route",
                "method",
                "status");
        routes.forEach(route -> byRoute.put(route, new RouteMeters(route.path(), route.method())));
        Gauge.builder("tidings.http.requests.in.flight", inFlight)
                .description("Authenticated requests in flight")
                .register(registry);
    }

    /** @param route null if there was none */
    void answered(Route route, int status, long nanos) {
        (route == null ? noRoute : byRoute.get(route)).recorder(status / 100).record(nanos);
    }

    /** The recorders of one route; those of a status class are created when it first occurs, since most never do. */
    private final class RouteMeters {
        private final String path;
        private final String method;
        /** Written without a lock: every thread finds the same recorder. */
        private final DurationHistogram.Recorder[] byClass = new DurationHistogram.Recorder[STATUS_CLASSES];

        RouteMeters(String path, String method) {
            this.path = path;
            this.method = method;
        }

        DurationHistogram.Recorder recorder(int statusClass) {
            DurationHistogram.Recorder known = byClass[statusClass];
            if (known == null) {
                known = durations.with(path, method, statusClass + "xx");
                byClass[statusClass] = known;
            }
            return known;
        }
    }
}
