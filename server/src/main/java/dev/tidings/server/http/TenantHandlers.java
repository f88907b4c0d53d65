package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;

/** Adds and lists the tenants of the installation, for operators. */
final class TenantHandlers {
    static final int MAX_NAME = 200;

    private final MetadataStore metadata;
    private final InstantSource clock;
    private final BlockingPool calls;

    TenantHandlers(ApiContext api) {
        this.metadata = api.service().storage().metadata();
        this.clock = api.clock();
        this.calls = api.pools().metadata();
    }

    CompletionStage<ApiResponse> add(ApiRequest call) {
        JsonFields fields = JsonFields.ofBody(call.body());
        String id = fields.required(
                "id", fields.text("id", ValueRules.TYPE_NAME, ValueRules::isName), ValueRules.TYPE_NAME);
        String name = fields.singleLine("name", MAX_NAME).orElse(id);
        fields.throwIfInvalid();
        return calls.submit(() -> {
            Tenant tenant = new Tenant(id, name, clock.instant());
            if (!metadata.tenants().add(tenant, call.actor())) {
                throw new ProblemException(Problem.ALREADY_EXISTS, "a tenant with this id exists");
            }
            return ApiResponse.json(201, json -> write(json, tenant));
        });
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        return PageResponses.answer(
                call,
                "tenants",
                TenantHandlers::write,
                after -> calls.submit(() -> metadata.tenants().list(after, call.limit())));
    }

    private static void write(JsonGenerator json, Tenant tenant) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", tenant.id());
        json.writeStringField("name", tenant.name());
        Json.time(json, "createdAt", tenant.createdAt());
        json.writeEndObject();
    }
}
