package dev.tidings.server.auth;

import dev.tidings.core.metadata.ApiKeyScope;
import java.time.Instant;
import java.util.Set;

/** The authenticated caller of a request: an API key of a tenant or one of its users. */
public sealed interface Caller {
    String tenant();

    /** The caller's name in the audit log. */
    String actor();

    /** A program of the tenant, authenticated by an API key. */
    record Key(String tenant, String id, Set<ApiKeyScope> scopes) implements Caller {
        public Key {
            scopes = Set.copyOf(scopes);
        }

        @Override
        public String actor() {
            return id;
        }
    }

    /**
     * One of the tenant's users, authenticated by a token; may only access their own data.
     *
     * @param kid the id of the secret that signed the token
     * @param expiresAt of the token
     */
    record User(String tenant, String user, String kid, Instant expiresAt) implements Caller {
        @Override
        public String actor() {
            return "user:" + user;
        }
    }
}
