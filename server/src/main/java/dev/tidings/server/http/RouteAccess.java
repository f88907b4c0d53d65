package dev.tidings.server.http;

import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.server.auth.Caller;
import java.util.Optional;

/**
 * The access rule of a route: the scope or the kind of credentials that it requires. {@link #check} throws a problem if the caller lacks
 * it.
 */
enum RouteAccess {
    PUBLIC,
    SEND(ApiKeyScope.SEND),
    READ(ApiKeyScope.READ),
    MANAGE(ApiKeyScope.MANAGE),
    ADMIN(ApiKeyScope.ADMIN),
    /** Requires a user token; the call concerns the user's own data. */
    USER,
    /** Like {@code USER}, for live connections: browsers can't set headers on them, so other credentials are accepted as well. */
    LIVE;

    private final Optional<ApiKeyScope> scope;

    RouteAccess() {
        scope = Optional.empty();
    }

    RouteAccess(ApiKeyScope scope) {
        this.scope = Optional.of(scope);
    }

    Optional<ApiKeyScope> scope() {
        return scope;
    }

    void check(Caller caller) {
        if ((this == USER || this == LIVE) && !(caller instanceof Caller.User)) {
            throw new ProblemException(Problem.WRONG_CREDENTIALS, "this call requires a user token, not an API key");
        }
        if (scope.isEmpty()) {
            return;
        }
        if (!(caller instanceof Caller.Key key)) {
            throw new ProblemException(Problem.WRONG_CREDENTIALS, "this call requires an API key, not a user token");
        }
        if (!key.scopes().contains(scope.get())) {
            throw new ProblemException(
                    Problem.MISSING_SCOPE,
                    "the API key lacks the scope " + scope.get().wire());
        }
    }
}
