package dev.tidings.server.edge;

import dev.tidings.core.meta.Scope;
import dev.tidings.server.access.Caller;
import java.util.Optional;

/** Who may make a call. */
enum Access {
    ANYONE,
    SEND(Scope.SEND),
    READ(Scope.READ),
    MANAGE(Scope.MANAGE),
    ADMIN(Scope.ADMIN),
    /** A user with a token, about themselves. */
    USER,
    /** The same over a connection that stays, which browsers can open only without headers of their own. */
    LIVE;

    private final Optional<Scope> scope;

    Access() {
        scope = Optional.empty();
    }

    Access(Scope scope) {
        this.scope = Optional.of(scope);
    }

    Optional<Scope> scope() {
        return scope;
    }

    void check(Caller caller) {
        if ((this == USER || this == LIVE) && !(caller instanceof Caller.User)) {
            throw new ProblemException(Problem.WRONG_CREDENTIALS, "this call takes a user token, not an API key");
        }
        if (scope.isEmpty()) {
            return;
        }
        if (!(caller instanceof Caller.Key key)) {
            throw new ProblemException(Problem.WRONG_CREDENTIALS, "this call takes an API key, not a user token");
        }
        if (!key.scopes().contains(scope.get())) {
            throw new ProblemException(
                    Problem.MISSING_SCOPE,
                    "the API key lacks the scope " + scope.get().wire());
        }
    }
}
