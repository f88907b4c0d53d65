package dev.tidings.server.http;

import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.provider.AccountView;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code /v1/providers}: lists, shows, stores and deletes the provider accounts of a tenant, and lists the kinds of providers.
 * Secrets are write-only.
 */
final class ProviderHandlers {
    private static final String WHAT = "provider";
    private static final String SETTINGS = "/settings";

    private final Providers providers;
    private final BlockingPool calls;

    ProviderHandlers(Providers providers, BlockingPool calls) {
        this.providers = providers;
        this.calls = calls;
    }

    CompletionStage<ApiResponse> kinds(ApiRequest call) {
        return CompletableFuture.completedFuture(
                ApiResponse.list(new ResultPage<>(providers.kinds().all(), Optional.empty()), ProviderFields::write));
    }

    /** Not paged: a tenant has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        return calls.submit(() -> ApiResponse.list(
                new ResultPage<>(providers.list(call.tenant()), Optional.empty()), ProviderFields::write));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String name = call.pathName("name");
        return calls.submit(
                () -> answer(providers.view(call.tenant(), name).orElseThrow(() -> ProblemException.notFound(WHAT))));
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        String name = call.pathName("name");
        if (name.equals(providers.reservedName())) {
            throw ProblemException.parameter(
                    "path:name", name, "another name: this one is reserved for the built-in provider");
        }
        JsonFields fields = fields(call.body());
        return calls.submit(() -> {
            AccountDraft draft = read(fields, call.tenant(), name);
            try {
                return answer(providers.put(call.tenant(), name, draft, call.actor()));
            } catch (InvalidSettingException e) {
                throw new InvalidRequestException(FieldErrors.child(SETTINGS, e.setting()), e.value(), e.expected());
            }
        });
    }

    private AccountDraft read(JsonFields fields, String tenant, String name) {
        try {
            fields.readOnly("name", Optional.of(name));
            if (fields.raw("problem").isPresent()) {
                fields.readOnly("problem", providers.view(tenant, name).flatMap(AccountView::problem));
            }
            return ProviderFields.read(fields, providers.kinds());
        } catch (InvalidRequestException e) {
            throw masked(e);
        }
    }

    /** Errors of settings omit the value, which may be a secret. */
    private static InvalidRequestException masked(InvalidRequestException invalid) {
        return new InvalidRequestException(invalid.errors().stream()
                .map(error -> error.pointer().startsWith(SETTINGS)
                        ? new FieldError(error.pointer(), null, error.expected())
                        : error)
                .toList());
    }

    /** Also masks malformed JSON. */
    private static JsonFields fields(byte[] body) {
        try {
            return JsonFields.ofBody(body).nullsAsAbsent();
        } catch (InvalidRequestException e) {
            throw masked(e);
        }
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        String name = call.pathName("name");
        return calls.submit(() -> {
            if (!providers.delete(call.tenant(), name, call.actor())) {
                throw ProblemException.notFound(WHAT);
            }
            return ApiResponse.noContent();
        });
    }

    private static ApiResponse answer(AccountView view) {
        return ApiResponse.json(200, json -> ProviderFields.write(json, view));
    }
}
