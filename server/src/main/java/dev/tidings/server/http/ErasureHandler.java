package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.removal.Erasures;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Handles {@code GET /v1/erasures/{erasure}}: the state of an erasure, without the user. */
final class ErasureHandler {
    private final Erasures erasures;
    private final BlockingPool calls;

    ErasureHandler(ApiContext api) {
        this.erasures = api.service().erasures();
        this.calls = api.pools().metadata();
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String id = call.pathText("erasure");
        return calls.submit(() -> erasures.find(call.tenant(), id)
                .map(found -> ApiResponse.json(200, json -> write(json, found)))
                .orElseThrow(() -> ProblemException.notFound("erasure")));
    }

    static void write(JsonGenerator json, Erasure erasure) throws IOException {
        json.writeStartObject();
        writeFields(json, erasure);
        json.writeEndObject();
    }

    static void writeFields(JsonGenerator json, Erasure erasure) throws IOException {
        json.writeStringField("id", erasure.id());
        json.writeStringField("state", erasure.isComplete() ? "complete" : "running");
        Json.time(json, "requestedAt", Erasures.requestedAt(erasure));
        Json.time(json, "completedAt", erasure.completedAt());
        json.writeObjectFieldStart("removed");
        for (Map.Entry<String, Long> count : new TreeMap<>(erasure.removed()).entrySet()) {
            json.writeNumberField(count.getKey(), count.getValue());
        }
        json.writeEndObject();
    }
}
