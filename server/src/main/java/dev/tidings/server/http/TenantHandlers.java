package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.validation.ValueRules;
import dev.tidings.templates.Locales;
import dev.tidings.templates.TemplateService;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Adds and lists the tenants of the installation, for operators; shows and changes the caller's own tenant. */
final class TenantHandlers {
    static final int MAX_NAME = 200;

    private final MetadataStore metadata;
    private final InstantSource clock;
    private final BlockingPool calls;
    private final TemplateService templates;

    TenantHandlers(ApiContext api) {
        this.metadata = api.service().storage().metadata();
        this.clock = api.clock();
        this.calls = api.pools().metadata();
        this.templates = api.users().templates();
    }

    CompletionStage<ApiResponse> add(ApiRequest call) {
        JsonFields fields = JsonFields.ofBody(call.body());
        String id = fields.required(
                "id", fields.text("id", ValueRules.TYPE_NAME, ValueRules::isName), ValueRules.TYPE_NAME);
        String name = fields.singleLine("name", MAX_NAME).orElse(id);
        String locale = locale(fields).orElse(Tenant.DEFAULT_LOCALE);
        fields.throwIfInvalid();
        return calls.submit(() -> {
            Tenant tenant = new Tenant(id, name, locale, clock.instant());
            if (!metadata.tenants().add(tenant, call.actor())) {
                throw new ProblemException(
                        Problem.ALREADY_EXISTS,
                        metadata.tenants().find(id).isPresent()
                                ? "a tenant with this id exists"
                                : "the tenant with this id is being deleted; see GET /v1/tenants/" + id + "/deletion");
            }
            return ApiResponse.json(201, json -> write(json, tenant));
        });
    }

    CompletionStage<ApiResponse> own(ApiRequest call) {
        return calls.submit(() -> found(metadata.tenants().find(call.tenant())));
    }

    CompletionStage<ApiResponse> change(ApiRequest call) {
        JsonFields fields = JsonFields.ofBody(call.body());
        Optional<String> name = fields.singleLine("name", MAX_NAME);
        Optional<String> locale = locale(fields);
        fields.throwIfInvalid();
        return calls.submit(() -> {
            try {
                return found(metadata.tenants().change(call.tenant(), name, locale, clock.instant(), call.actor()));
            } finally {
                templates.forget(call.tenant());
            }
        });
    }

    private static Optional<String> locale(JsonFields fields) {
        return fields.text("defaultLocale", ValueRules.LANGUAGE_TAG, ValueRules::isLanguageTag)
                .map(Locales::canonical);
    }

    private static ApiResponse found(Optional<Tenant> tenant) {
        Tenant found = tenant.orElseThrow(() -> ProblemException.notFound("tenant"));
        return ApiResponse.json(200, json -> write(json, found));
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
        json.writeStringField("defaultLocale", tenant.defaultLocale());
        Json.time(json, "createdAt", tenant.createdAt());
        json.writeEndObject();
    }
}
