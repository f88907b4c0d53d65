package dev.tidings.server.auth;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.server.secret.SecretOwner;
import dev.tidings.server.secret.Vault;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The secrets that sign user tokens: encrypted by the {@link Vault} in the metadata store, and decrypted for those who use them. */
public final class SealedTokenSecrets {
    private static final Logger log = LoggerFactory.getLogger(SealedTokenSecrets.class);

    private final MetadataStore.TokenSecrets stored;
    private final Vault vault;

    public SealedTokenSecrets(MetadataStore.TokenSecrets stored, Vault vault) {
        this.stored = stored;
        this.vault = vault;
    }

    /**
     * Encrypts the secrets that an earlier version stored as they were. Each is replaced at once, so an interrupted run is repeated.
     *
     * @param compact rewrites the files of the metadata store, whose unused parts may still hold the plain text
     */
    public void sealExisting(Runnable compact) {
        List<TokenSecret> plain = stored.unsealed();
        if (plain.isEmpty()) {
            return;
        }
        for (TokenSecret secret : plain) {
            stored.seal(sealed(secret));
        }
        log.info("encrypted {} token secrets of an earlier version", plain.size());
        try {
            compact.run();
        } catch (RuntimeException e) {
            log.error(
                    "the plain text of token secrets may still be in unused parts of the database's files: {}; rotate the"
                            + " secrets",
                    e.getMessage());
        }
    }

    void add(TokenSecret secret, String actor) {
        stored.add(sealed(secret), actor);
    }

    Optional<TokenSecret> find(String tenant, String kid) {
        return stored.find(tenant, kid).map(this::opened);
    }

    /** The secrets of a tenant, still encrypted: a list is about their ids and times. */
    List<TokenSecret> list(String tenant) {
        return stored.list(tenant);
    }

    boolean revoke(String tenant, String kid, Instant at, String actor) {
        return stored.revoke(tenant, kid, at, actor);
    }

    TokenSecret opened(TokenSecret secret) {
        return secret.withSecret(vault.open(owner(secret), secret.secret()));
    }

    private TokenSecret sealed(TokenSecret secret) {
        return secret.withSecret(vault.seal(owner(secret), secret.secret()));
    }

    private static SecretOwner owner(TokenSecret secret) {
        return new SecretOwner("token", secret.tenant(), secret.kid());
    }
}
