package dev.tidings.server.auth;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.erasure.ErasedUsers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Creates, rotates, revokes and verifies the API keys of all tenants; lookups for verification are cached. */
public final class ApiKeys {
    private final MetadataStore metadata;
    private final BlockingPool calls;
    private final InstantSource clock;
    private final ErasedUsers erased;
    private final CredentialCache<String, ApiKey> credentialCache;

    public ApiKeys(MetadataStore metadata, AuthPools calls, InstantSource clock, ErasedUsers erased) {
        this.erased = erased;
        this.metadata = metadata;
        this.calls = calls.shared();
        this.clock = clock;
        this.credentialCache = new CredentialCache<>(id -> metadata.apiKeys().find(id), calls, clock);
    }

    /** A rotated key: its new text, and until when the previous secret stays valid. */
    public record RotatedKey(String text, Instant previousUntil) {
        @Override
        public String toString() {
            return "Rotated[until " + previousUntil + ", text [redacted]]";
        }
    }

    /** The caller that presents this key. Fails with {@link UnauthenticatedException} if it is malformed, unknown or revoked. */
    CompletableFuture<Caller> check(String text) {
        Optional<KeyMint.ParsedKey> presented = KeyMint.parse(text);
        if (presented.isEmpty()) {
            return CompletableFuture.failedFuture(new UnauthenticatedException("this is not an API key"));
        }
        String secret = presented.get().secret();
        return credentialCache
                .find(presented.get().id())
                .thenApply(found -> found.filter(key -> KeyMint.verifies(secret, key, clock.instant()))
                        .filter(key -> !erased.isBeingDeleted(key.tenant()))
                        .<Caller>map(key -> new Caller.Key(key.tenant(), key.id(), key.scopes()))
                        .orElseThrow(() -> new UnauthenticatedException("the API key is unknown or revoked")));
    }

    /** Drops the keys of a deleted tenant from the cache. */
    void forget(String tenant) {
        credentialCache.forget(key -> key.tenant().equals(tenant));
    }

    /** Empty if there is no such tenant. */
    public CompletableFuture<Optional<KeyMint.MintedKey>> add(
            String tenant, String name, Set<ApiKeyScope> scopes, String actor) {
        return calls.submit(() -> {
            if (metadata.tenants().find(tenant).isEmpty()) {
                return Optional.empty();
            }
            KeyMint.MintedKey minted = KeyMint.mint(tenant, name, scopes, clock.instant());
            metadata.apiKeys().add(minted.key(), actor);
            credentialCache.invalidate(minted.key().id());
            return Optional.of(minted);
        });
    }

    /** Empty if there is no such tenant. */
    public CompletableFuture<Optional<ResultPage<ApiKey>>> list(String tenant, Optional<String> after, int limit) {
        return calls.submit(() ->
                metadata.tenants().find(tenant).map(known -> metadata.apiKeys().list(known.id(), after, limit)));
    }

    /** Empty if there is no such valid key. */
    public CompletableFuture<Optional<RotatedKey>> rotate(String tenant, String id, Duration grace, String actor) {
        return calls.submit(() -> {
            String secret = KeyMint.newSecret();
            Instant until = clock.instant().plus(grace);
            boolean changed = metadata.apiKeys().rotate(tenant, id, KeyMint.hash(secret), until, actor);
            if (changed) {
                credentialCache.invalidate(id);
            }
            return changed ? Optional.of(new RotatedKey(KeyMint.format(id, secret), until)) : Optional.empty();
        });
    }

    /** The key is refused as soon as this completes. False if there is no such valid key. */
    public CompletableFuture<Boolean> revoke(String tenant, String id, String actor) {
        return calls.submit(() -> {
            boolean changed = metadata.apiKeys().revoke(tenant, id, clock.instant(), actor);
            if (changed) {
                credentialCache.invalidate(id);
            }
            return changed;
        });
    }
}
