package dev.tidings.server.http;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.removal.Erasures;
import dev.tidings.server.users.ContactService;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/users}: lists, shows, stores and deletes user profiles. A user without a profile can be notified as well. */
final class UserHandlers {
    private final MetadataStore metadata;
    private final ContactService contacts;
    private final BlockingPool calls;
    private final CallableUrls urls;
    private final Erasures erasures;
    private final LiveSessionRegistry live;

    UserHandlers(ApiContext api) {
        this.metadata = api.service().storage().metadata();
        this.contacts = api.users().contacts();
        this.calls = api.pools().metadata();
        this.urls = api.callableUrls();
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
        return calls.submit(() -> profile(user));
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        UserKey user = call.user();
        JsonFields fields = JsonFields.ofBody(call.body()).nullsAsAbsent();
        CompletionStage<Optional<UserProfile>> stored = UserFields.hasTimes(fields)
                ? calls.submit(() -> metadata.users().find(user.tenant(), user.user()))
                : CompletableFuture.completedFuture(Optional.empty());
        return stored.thenApply(profile -> UserFields.checked(user.user(), fields, profile, urls))
                .thenCompose(change -> contacts.put(user.tenant(), List.of(change), call.actor()))
                .thenCompose(done -> calls.submit(() -> profile(user)));
    }

    CompletionStage<ApiResponse> patch(ApiRequest call) {
        UserKey user = call.user();
        MergePatch patch = MergePatch.ofBody(call.body());
        return contacts.change(
                        user,
                        stored -> UserFields.checked(
                                user.user(),
                                patch.appliedTo(json -> UserFields.write(json, stored)),
                                Optional.of(stored),
                                urls),
                        call.actor())
                .thenApply(UserHandlers::answer);
    }

    private ApiResponse profile(UserKey user) {
        return answer(metadata.users().find(user.tenant(), user.user()));
    }

    private static ApiResponse answer(Optional<UserProfile> profile) {
        return profile.map(found -> ApiResponse.json(200, json -> UserFields.write(json, found)))
                .orElseThrow(() -> ProblemException.notFound("user"));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        if (erases(call)) {
            return erasures.request(call.user(), call.actor()).thenApply(erasure -> {
                live.closeAll(call.user()::equals);
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
