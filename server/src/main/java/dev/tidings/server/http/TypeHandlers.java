package dev.tidings.server.http;

import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.types.TypeService;
import dev.tidings.templates.TemplateService;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/types}: lists, shows, stores and deletes the notification types of a tenant. */
final class TypeHandlers {
    private final TypeService types;
    private final TemplateService templates;

    TypeHandlers(TypeService types, TemplateService templates) {
        this.types = types;
        this.templates = templates;
    }

    /** Not paged: a tenant has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        return types.list(call.tenant())
                .thenApply(all -> ApiResponse.list(new ResultPage<>(all, Optional.empty()), TypeFields::write));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String name = call.pathName("name");
        return types.all(call.tenant()).thenApply(all -> {
            NotificationType type = all.get(name);
            if (type == null) {
                throw ProblemException.notFound("type");
            }
            return ApiResponse.json(200, json -> TypeFields.write(json, type));
        });
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        NotificationType type = TypeFields.read(
                call.pathName("name"), JsonFields.ofBody(call.body()).nullsAsAbsent());
        return types.put(call.tenant(), type, call.actor())
                .thenApply(done -> ApiResponse.json(200, json -> TypeFields.write(json, type)));
    }

    CompletionStage<ApiResponse> patch(ApiRequest call) {
        String name = call.pathName("name");
        MergePatch patch = MergePatch.ofBody(call.body());
        return types.change(
                        call.tenant(),
                        name,
                        stored -> TypeFields.read(name, patch.appliedTo(json -> TypeFields.write(json, stored))),
                        call.actor())
                .thenApply(changed -> changed.map(type -> ApiResponse.json(200, json -> TypeFields.write(json, type)))
                        .orElseThrow(() -> ProblemException.notFound("type")));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        return types.delete(call.tenant(), call.pathName("name"), call.actor()).thenApply(deleted -> {
            // The templates are deleted with the type, and must not be cached if the type is recreated.
            templates.forget(call.tenant());
            if (!deleted) {
                throw ProblemException.notFound("type");
            }
            return ApiResponse.noContent();
        });
    }
}
