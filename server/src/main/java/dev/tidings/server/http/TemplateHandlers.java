package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.Template.State;
import dev.tidings.server.config.Config;
import dev.tidings.server.http.TemplateFields.TemplateKey;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.templates.Preview;
import dev.tidings.templates.TemplateService;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Handles {@code /v1/types/{name}/templates}: lists, shows, stores, activates, deactivates, deletes and previews the templates of a
 * notification type, and lists their versions.
 */
final class TemplateHandlers {
    private static final String WHAT = "template";

    private final TemplateService templates;
    private final TypeService types;
    private final Config.Limits limits;

    TemplateHandlers(ApiContext api) {
        this.templates = api.users().templates();
        this.types = api.users().types();
        this.limits = api.config().limits();
    }

    /** Not paged: a type has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        String type = call.pathName("name");
        return ofType(
                call,
                type,
                () -> templates
                        .list(call.tenant(), type)
                        .thenApply(all ->
                                ApiResponse.list(new ResultPage<>(all, Optional.empty()), TemplateFields::write)));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        return find(call, TemplateKey.of(call)).thenApply(TemplateHandlers::found);
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        TemplateKey key = TemplateKey.of(call);
        JsonFields fields = JsonFields.ofBody(call.body());
        Map<String, String> parts = TemplateFields.requiredParts(fields);
        Set<String> variables = TemplateFields.variables(fields);
        boolean active = fields.bool("active").orElse(true);
        fields.throwIfInvalid();
        Template template = key.template(parts, variables, active);
        return ofType(
                call,
                key.type(),
                () -> templates
                        .put(call.tenant(), template, call.actor())
                        .thenApply(stored -> found(Optional.of(stored))));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        return set(call, State.DELETED).thenApply(deleted -> {
            found(deleted);
            return ApiResponse.noContent();
        });
    }

    CompletionStage<ApiResponse> activate(ApiRequest call) {
        return set(call, State.ACTIVE).thenApply(TemplateHandlers::found);
    }

    CompletionStage<ApiResponse> deactivate(ApiRequest call) {
        return set(call, State.INACTIVE).thenApply(TemplateHandlers::found);
    }

    /** Includes versions of a deleted template; not found if it never existed. */
    CompletionStage<ApiResponse> versions(ApiRequest call) {
        TemplateKey key = TemplateKey.of(call);
        return PageResponses.answer(
                call,
                "templates/" + key.type() + "/" + key.channel().wire() + "/" + key.locale(),
                TemplateFields::write,
                before -> templates
                        .versions(call.tenant(), key.type(), key.channel(), key.locale(), before, call.limit())
                        .thenApply(slice -> {
                            if (slice.items().isEmpty() && before.isEmpty()) {
                                throw ProblemException.notFound(WHAT);
                            }
                            return slice;
                        }));
    }

    /** Renders the stored template, or the template in the body. */
    CompletionStage<ApiResponse> preview(ApiRequest call) {
        TemplateKey key = TemplateKey.of(call);
        JsonFields fields = JsonFields.ofBody(call.body());
        Optional<Map<String, String>> parts = TemplateFields.parts(fields);
        Set<String> variables = TemplateFields.variables(fields);
        Optional<String> title = text(fields, "title", limits.maxTitleBytes().intBytes());
        Optional<String> body = text(fields, "body", limits.maxBodyBytes().intBytes());
        String data = fields.object("data")
                .flatMap(object -> RawJsonField.object(call.body(), "data"))
                .map(bytes -> new String(bytes, UTF_8))
                .orElse(null);
        if (parts.isEmpty() && !variables.isEmpty()) {
            fields.errors()
                    .add(
                            fields.pointer("variables"),
                            "[…]",
                            "parts as well: the stored template has its own variables");
        }
        fields.throwIfInvalid();
        Content given = new Content(title.orElse(null), body.orElse(null), data, null);
        return ofType(
                        call,
                        key.type(),
                        () -> parts.isPresent()
                                ? CompletableFuture.completedFuture(
                                        Optional.of(key.template(parts.get(), variables, true)))
                                : find(call, key))
                .thenApply(template -> preview(template, given));
    }

    private static ApiResponse preview(Optional<Template> template, Content given) {
        Preview preview = Preview.of(template.orElseThrow(() -> ProblemException.notFound(WHAT)), given);
        TemplateFields.throwIfAny(preview.missing());
        return ApiResponse.json(200, json -> {
            json.writeStartObject();
            TemplateFields.parts(json, preview.parts());
            json.writeEndObject();
        });
    }

    private static Optional<String> text(JsonFields fields, String name, int max) {
        return fields.text(name, "a text of at most " + max + " bytes", text -> TextChecks.fits(text, max));
    }

    private CompletableFuture<Optional<Template>> set(ApiRequest call, State state) {
        TemplateKey key = TemplateKey.of(call);
        return templates.set(call.tenant(), key.type(), key.channel(), key.locale(), state, call.actor());
    }

    private CompletableFuture<Optional<Template>> find(ApiRequest call, TemplateKey key) {
        return templates
                .list(call.tenant(), key.type())
                .thenApply(all -> all.stream()
                        .filter(template -> template.channel() == key.channel()
                                && template.locale().equals(key.locale()))
                        .findFirst());
    }

    private <T> CompletionStage<T> ofType(ApiRequest call, String type, Supplier<CompletionStage<T>> then) {
        return types.all(call.tenant()).thenCompose(known -> {
            if (!known.containsKey(type)) {
                throw ProblemException.notFound("type");
            }
            return then.get();
        });
    }

    private static ApiResponse found(Optional<Template> template) {
        Template found = template.orElseThrow(() -> ProblemException.notFound(WHAT));
        return ApiResponse.json(200, json -> TemplateFields.write(json, found));
    }
}
