package dev.tidings.server.access;

import dev.tidings.core.meta.Scope;
import java.time.Instant;
import java.util.Set;

/** Who makes a call. */
public sealed interface Caller {
    String tenant();

    /** What the audit log calls them. */
    String actor();

    /** A program of the tenant, by an API key. */
    record Key(String tenant, String id, Set<Scope> scopes) implements Caller {
        public Key {
            scopes = Set.copyOf(scopes);
        }

        @Override
        public String actor() {
            return id;
        }
    }

    /**
     * One of the tenant's users, by a token; may see and do what is their own.
     *
     * @param kid the name of the secret that the token is signed with
     * @param expiresAt of the token
     */
    record User(String tenant, String user, String kid, Instant expiresAt) implements Caller {
        @Override
        public String actor() {
            return "user:" + user;
        }
    }
}
