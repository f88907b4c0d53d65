package dev.tidings.server.http;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.removal.Erasures;
import dev.tidings.server.users.ContactService;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/users}: lists, shows, stores and deletes user profiles. A user without a profile can be notified as well. */
final class UserHandlers {
    private final MetadataStore metadata;
    private final ContactService contacts;
    private final BlockingPool calls;
    private final Erasures erasures;
    private final LiveSessionRegistry live;

    UserHandlers(ApiContext api) {
        this.metadata = api.service().storage().metadata();
        this.contacts = api.users().contacts();
        this.calls = api.pools().metadata();
        this.erasures = api.service().erasures();
        this.live = api.live();
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        return PageResponses.answer(
                call,
                "users",
                UserFields::write,
                after -> calls.submit(() -> metadata.users().list(call.tenant(), after, call.limit())));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        UserKey user = call.user();
        return calls.submit(() -> profile(user, 200));
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        UserKey user = call.user();
        JsonFields fields = JsonFields.ofBody(call.body());
        UserChange change = UserFields.change(user.user(), fields);
        fields.throwIfInvalid();
        return contacts.put(user.tenant(), List.of(change), call.actor())
                .thenCompose(done -> calls.submit(() -> profile(user, 200)));
    }

    private ApiResponse profile(UserKey user, int status) {
        return metadata.users()
                .find(user.tenant(), user.user())
                .map(found -> ApiResponse.json(status, json -> UserFields.write(json, found)))
                .orElseThrow(() -> ProblemException.notFound("user"));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        if (erases(call)) {
            return erasures.request(call.user(), call.actor()).thenApply(erasure -> {
                live.closeAll(call.user());
                return ApiResponse.json(202, json -> ErasureHandler.write(json, erasure));
            });
        }
        return contacts.delete(call.user(), call.actor()).thenApply(deleted -> {
            if (!deleted) {
                throw ProblemException.notFound("user");
            }
            return ApiResponse.noContent();
        });
    }

    private static boolean erases(ApiRequest call) {
        String given = call.parameter("erase").orElse("false");
        if (!given.equals("true") && !given.equals("false")) {
            throw ProblemException.parameter("query:erase", given, "true or false");
        }
        return given.equals("true");
    }
}
