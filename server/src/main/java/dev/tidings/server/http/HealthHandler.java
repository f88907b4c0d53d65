package dev.tidings.server.http;

import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles {@code GET /health}: checks database and storage, and answers 200 or 503. The route is public, so the result is cached for a
 * second, and the reason of a failure, which may name folders and hosts, is only logged.
 */
final class HealthHandler {
    private static final Logger log = LoggerFactory.getLogger(HealthHandler.class);
    private static final Duration CACHED_FOR = Duration.ofSeconds(1);

    private final Map<String, Supplier<Optional<String>>> checks;
    private final InstantSource clock;
    private final BlockingPool calls;
    private CompletableFuture<ApiResponse> last;
    private Instant lastAt = Instant.MIN;

    HealthHandler(ApiContext api) {
        Storage storage = api.service().storage();
        this.checks = Map.of("database", storage.metadata()::problem, "storage", storage::problem);
        this.clock = api.clock();
        this.calls = api.pools().metadata();
    }

    synchronized CompletionStage<ApiResponse> get(ApiRequest call) {
        Instant now = clock.instant();
        boolean cached =
                last != null && (!last.isDone() || lastAt.plus(CACHED_FOR).isAfter(now));
        if (!cached) {
            last = calls.submit(this::runChecks);
            lastAt = now;
        }
        return last;
    }

    private ApiResponse runChecks() {
        Map<String, Optional<String>> found = new TreeMap<>();
        checks.forEach((name, check) -> found.put(name, check.get()));
        found.forEach((name, problem) -> problem.ifPresent(why -> log.warn("health check {} failed: {}", name, why)));
        boolean healthy = found.values().stream().allMatch(Optional::isEmpty);
        return ApiResponse.json(healthy ? 200 : 503, json -> {
            json.writeStartObject();
            json.writeStringField("status", healthy ? "ok" : "unwell");
            json.writeObjectFieldStart("checks");
            for (Map.Entry<String, Optional<String>> check : found.entrySet()) {
                json.writeStringField(check.getKey(), check.getValue().isEmpty() ? "ok" : "failing");
            }
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
