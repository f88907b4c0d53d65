package dev.tidings.server.http;

import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.ShardLayout;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Handles the calls of operators: {@code GET /metrics} for Prometheus, and {@code /v1/schedule}, which lists the shard layouts of the
 * schedule and adds one with more shards.
 */
final class OperatorHandlers {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry metrics;
    private final Scheduler scheduler;
    private final BlockingPool calls;

    OperatorHandlers(ApiContext api) {
        this.metrics = api.service().storage().metrics();
        this.scheduler = api.pipeline().scheduler();
        this.calls = api.pools().metadata();
    }

    CompletionStage<ApiResponse> metrics(ApiRequest call) {
        return calls.submit(
                () -> new ApiResponse(200, PROMETHEUS, metrics.scrape().getBytes(StandardCharsets.UTF_8), Map.of()));
    }

    CompletionStage<ApiResponse> schedule(ApiRequest call) {
        return calls.submit(() -> answer(scheduler.layouts()));
    }

    /** Adds a layout with more shards. The number of shards can't be reduced. */
    CompletionStage<ApiResponse> grow(ApiRequest call) {
        JsonFields fields = JsonFields.ofBody(call.body());
        int min = latest().shards();
        String expected = "a number from " + min + ", the current number, to " + ShardLayout.MAX_SHARDS;
        int shards = fields.required("shards", fields.integer("shards", min, ShardLayout.MAX_SHARDS), min, expected);
        fields.throwIfInvalid();
        return calls.submit(() -> {
            scheduler.grow(shards);
            return answer(scheduler.layouts());
        });
    }

    private ShardLayout latest() {
        List<ShardLayout> all = scheduler.layouts();
        return all.get(all.size() - 1);
    }

    private static ApiResponse answer(List<ShardLayout> all) {
        return ApiResponse.json(200, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("layouts");
            for (ShardLayout layout : all) {
                json.writeStartObject();
                json.writeNumberField("number", layout.number());
                json.writeNumberField("shards", layout.shards());
                Json.time(json, "opensAt", layout.opensAt());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
