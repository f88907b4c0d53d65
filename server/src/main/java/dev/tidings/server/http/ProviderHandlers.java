package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.provider.AccountView;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.provider.TestMessages;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code /v1/providers}: lists, shows, stores, tests and deletes the provider accounts of a tenant, and lists the kinds of
 * providers. Secrets are write-only.
 */
final class ProviderHandlers {
    private static final String WHAT = "provider";
    private static final String SETTINGS = "/settings";

    private final Providers providers;
    private final ProviderPool pool;
    private final TestMessages testMessages;
    private final BlockingPool calls;
    private final CallableUrls urls;

    ProviderHandlers(ApiContext api) {
        this.providers = api.delivery().providers();
        this.pool = api.delivery().providerPool();
        this.testMessages = new TestMessages(api.clock());
        this.calls = api.pools().metadata();
        this.urls = api.callableUrls();
    }

    CompletionStage<ApiResponse> kinds(ApiRequest call) {
        return CompletableFuture.completedFuture(
                ApiResponse.list(new ResultPage<>(providers.kinds().all(), Optional.empty()), ProviderFields::write));
    }

    /** Not paged: a tenant has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        return calls.submit(
                () -> ApiResponse.list(new ResultPage<>(providers.list(call.tenant()), Optional.empty()), this::write));
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
            AccountDraft draft = read(fields, name);
            try {
                return answer(providers.put(call.tenant(), name, draft, call.actor()));
            } catch (InvalidSettingException e) {
                throw new InvalidRequestException(FieldErrors.child(SETTINGS, e.setting()), e.value(), e.expected());
            }
        });
    }

    private AccountDraft read(JsonFields fields, String name) {
        try {
            fields.readOnly("name", Optional.of(name));
            // Observed, not stored: it may have changed since it was read.
            ProviderFields.OBSERVED.forEach(fields::raw);
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

    /** Also through a disabled account: it can be tested before it is used. */
    CompletionStage<ApiResponse> test(ApiRequest call) {
        String name = call.pathName("name");
        return calls.submit(() -> test(call, name))
                .thenCompose(outcome -> outcome)
                .thenApply(outcome -> ApiResponse.json(200, json -> TestMessageFields.write(json, outcome)));
    }

    private CompletableFuture<Outcome> test(ApiRequest call, String name) {
        boolean isBuiltIn = name.equals(providers.reservedName());
        Optional<AccountView> account = providers.view(call.tenant(), name);
        String kind = isBuiltIn
                ? name
                : account.orElseThrow(() -> ProblemException.notFound(WHAT))
                        .account()
                        .kind();
        Set<AddressKind> reached =
                providers.kinds().find(kind).map(ProviderKind::addressKinds).orElse(Set.of(AddressKind.values()));
        Address address = TestMessageFields.read(JsonFields.ofBody(call.body()), reached, urls);
        return providers
                .find(call.tenant() + "/" + name)
                .map(open -> testMessages.send(open, address))
                .orElseGet(() -> CompletableFuture.completedFuture(new Outcome.Retry(
                        "account_unusable",
                        account.flatMap(AccountView::problem).orElse("the account was changed meanwhile"))));
    }

    private ApiResponse answer(AccountView view) {
        return ApiResponse.json(200, json -> write(json, view));
    }

    private void write(JsonGenerator json, AccountView view) throws IOException {
        ProviderFields.write(json, view, pool.state(view.account()));
    }
}
