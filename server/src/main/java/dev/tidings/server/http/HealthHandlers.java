package dev.tidings.server.http;

import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.storage.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles {@code /health}, which answers as long as the process lives, and {@code /ready}, which checks the stores and answers 503 if one
 * that is required fails. Both are public, so the result of the checks is cached for a second, and the reason of a failure, which may name
 * folders and hosts, is only logged.
 */
final class HealthHandlers {
    private static final Logger log = LoggerFactory.getLogger(HealthHandlers.class);
    private static final Duration CACHED_FOR = Duration.ofSeconds(1);
    private static final ApiResponse ALIVE = ApiResponse.json(200, json -> {
        json.writeStartObject();
        json.writeStringField("status", "ok");
        json.writeEndObject();
    });

    private final List<StoreCheck> checks;
    private final InstantSource clock;
    private final BlockingPool calls;
    private CompletableFuture<ApiResponse> last;
    private Instant lastAt = Instant.MIN;

    HealthHandlers(ApiContext api) {
        this(api.service().storage().checks(), api.clock(), api.pools().metadata());
    }

    HealthHandlers(List<StoreCheck> checks, InstantSource clock, BlockingPool calls) {
        this.checks = checks;
        this.clock = clock;
        this.calls = calls;
    }

    CompletionStage<ApiResponse> health(ApiRequest call) {
        return CompletableFuture.completedFuture(ALIVE);
    }

    synchronized CompletionStage<ApiResponse> ready(ApiRequest call) {
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
        Map<String, String> results = new TreeMap<>();
        List<String> degraded = new ArrayList<>();
        boolean ready = true;
        for (StoreCheck check : checks) {
            Optional<String> problem = check.problem().get();
            results.put(check.name(), problem.isEmpty() ? "ok" : "failing");
            if (problem.isPresent()) {
                log.warn("readiness check {} failed: {}", check.name(), problem.get());
                ready &= !check.required();
                if (!check.required()) {
                    degraded.add(check.name());
                }
            }
        }
        return answer(ready, results, degraded);
    }

    private static ApiResponse answer(boolean ready, Map<String, String> results, List<String> degraded) {
        return ApiResponse.json(ready ? 200 : 503, json -> {
            json.writeStartObject();
            json.writeStringField("status", ready ? "ready" : "unavailable");
            json.writeObjectFieldStart("checks");
            for (Map.Entry<String, String> check : results.entrySet()) {
                json.writeStringField(check.getKey(), check.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("degraded");
            for (String name : degraded) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
