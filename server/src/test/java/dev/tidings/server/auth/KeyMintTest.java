package dev.tidings.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of minting, parsing and verifying API keys. */
class KeyMintTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private final KeyMint.MintedKey minted = KeyMint.mint("acme", "test", Set.of(ApiKeyScope.SEND), NOW);

    @Test
    void key_isVerifiedByHashAndNeverStored() {
        KeyMint.ParsedKey presented = KeyMint.parse(minted.text()).orElseThrow();
        assertThat(presented.id()).isEqualTo(minted.key().id());
        assertThat(KeyMint.verifies(presented.secret(), minted.key(), NOW)).isTrue();
        assertThat(minted.key().secretHash()).hasSize(32);
        assertThat(minted.toString()).doesNotContain(presented.secret());
        assertThat(presented.toString()).doesNotContain(presented.secret());
    }

    @Test
    void mintedKeys_areUnique() {
        KeyMint.MintedKey another = KeyMint.mint("acme", "test", Set.of(ApiKeyScope.SEND), NOW);
        assertThat(another.key().id()).isNotEqualTo(minted.key().id());
        assertThat(another.text()).isNotEqualTo(minted.text()).matches("tk_[0-9A-Za-z]{12,}_[0-9A-Za-z]{27,}");
    }

    @Test
    void previousSecret_isValidUntilItsDeadline() {
        ApiKey key = minted.key();
        String secret = KeyMint.parse(minted.text()).orElseThrow().secret();
        ApiKey rotated = with(key, KeyMint.hash("next"), Optional.of(key.secretHash()), Optional.empty());
        assertThat(KeyMint.verifies(secret, rotated, NOW.plusSeconds(59))).isTrue();
        assertThat(KeyMint.verifies(secret, rotated, NOW.plusSeconds(60))).isFalse();
        assertThat(KeyMint.verifies("next", rotated, NOW.plusSeconds(60))).isTrue();
        ApiKey revoked = with(key, KeyMint.hash("next"), Optional.of(key.secretHash()), Optional.of(NOW));
        assertThat(KeyMint.verifies(secret, revoked, NOW)).isFalse();
        assertThat(KeyMint.verifies("next", revoked, NOW)).isFalse();
    }

    private static ApiKey with(ApiKey key, byte[] hash, Optional<byte[]> previous, Optional<Instant> revokedAt) {
        return new ApiKey(
                key.id(),
                key.tenant(),
                key.name(),
                key.scopes(),
                hash,
                previous,
                Optional.of(NOW.plusSeconds(60)),
                key.createdAt(),
                revokedAt);
    }
}
