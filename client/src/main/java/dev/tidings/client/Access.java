package dev.tidings.client;

import dev.tidings.client.model.AuditEntry;
import dev.tidings.client.model.TokenSecret;
import java.util.List;

/** The audit log of a tenant, and the secrets that sign the tokens of its users. */
public final class Access {
    private final HttpCalls calls;

    Access(HttpCalls calls) {
        this.calls = calls;
    }

    /** Newest first. */
    public Pages<AuditEntry> audit() {
        return new Pages<>(() -> calls.to(Operation.LIST_AUDIT_ENTRIES), AuditEntry.class);
    }

    /** Without their values. */
    public List<TokenSecret> tokenSecrets() {
        return calls.to(Operation.LIST_TOKEN_SECRETS).items(TokenSecret.class);
    }

    /** Adds a secret, with which a tenant can sign tokens itself. It is not shown again. */
    public TokenSecret addTokenSecret() {
        return calls.to(Operation.CREATE_TOKEN_SECRET).as(TokenSecret.class);
    }

    /** Revokes a secret and all of its tokens, effective immediately. */
    public void revokeTokenSecret(String kid) {
        calls.to(Operation.REVOKE_TOKEN_SECRET, kid).send();
    }
}
