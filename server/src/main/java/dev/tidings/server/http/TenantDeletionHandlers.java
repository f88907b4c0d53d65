package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.removal.Erasures;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Deletes tenants, for operators, and shows how far a deletion is, also after the tenant is gone. */
final class TenantDeletionHandlers {
    private final Erasures erasures;
    private final LiveSessionRegistry live;
    private final BlockingPool calls;

    TenantDeletionHandlers(ApiContext api) {
        this.erasures = api.service().erasures();
        this.live = api.live();
        this.calls = api.pools().metadata();
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        String tenant = call.pathName("tenant");
        if (tenant.equals(call.tenant())) {
            throw new ProblemException(Problem.OWN_TENANT, "the API key belongs to tenant " + tenant);
        }
        return erasures.requestOfTenant(tenant, call.tenant(), call.actor()).thenApply(stored -> {
            Erasure deletion = stored.orElseThrow(() -> ProblemException.notFound("tenant"));
            live.closeAll(user -> user.tenant().equals(tenant));
            return ApiResponse.json(202, json -> write(json, deletion));
        });
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String tenant = call.pathName("tenant");
        return calls.submit(() -> erasures.tenants()
                .find(tenant)
                .map(found -> ApiResponse.json(200, json -> write(json, found)))
                .orElseThrow(() -> ProblemException.notFound("deletion of this tenant")));
    }

    private static void write(JsonGenerator json, Erasure deletion) throws IOException {
        json.writeStartObject();
        json.writeStringField("tenant", deletion.tenant());
        ErasureHandler.writeFields(json, deletion);
        json.writeEndObject();
    }
}
