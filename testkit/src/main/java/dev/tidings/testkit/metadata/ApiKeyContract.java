package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.TokenSecret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of API keys and token secrets: rotation keeps at most two secrets valid, and revocation is immediate and permanent. */
abstract class ApiKeyContract extends MetadataTheme {
    private String id;

    ApiKeyContract(MetadataStoreContract contract) {
        super(contract);
    }

    @BeforeEach
    void addKey() {
        id = fresh("key");
        meta.apiKeys().add(key(tenant, id), ACTOR);
    }

    @Test
    void rotatingKeepsExactlyTwoSecrets() {
        byte[] first = found().secretHash();
        assertThat(meta.apiKeys().rotate(tenant, id, bytes("second"), T1, ACTOR))
                .isTrue();
        assertThat(found().secretHash()).isEqualTo(bytes("second"));
        assertThat(found().previousHash().orElseThrow()).isEqualTo(first);
        assertThat(found().previousUntil()).contains(T1);
        assertThat(meta.apiKeys().rotate(tenant, id, bytes("third"), T2, ACTOR)).isTrue();
        assertThat(found().secretHash()).isEqualTo(bytes("third"));
        assertThat(found().previousHash().orElseThrow()).isEqualTo(bytes("second"));
        assertThat(found().previousUntil()).contains(T2);
    }

    @Test
    void rotatingChangesNothingElse() {
        ApiKey before = found();
        meta.apiKeys().rotate(tenant, id, bytes("second"), T1, ACTOR);
        assertThat(found())
                .usingRecursiveComparison()
                .ignoringFields("secretHash", "previousHash", "previousUntil")
                .isEqualTo(before);
    }

    @Test
    void concurrentRotationsAreSerialised() throws Exception {
        List<Boolean> rotated = together(8, i -> meta.apiKeys().rotate(tenant, id, bytes("secret " + i), T1, ACTOR));
        assertThat(rotated).containsOnly(true);
        assertThat(new String(found().secretHash(), StandardCharsets.UTF_8)).startsWith("secret ");
        assertThat(found().previousHash().orElseThrow()).isNotEqualTo(found().secretHash());
    }

    @Test
    void aRevokedKeyStaysRevoked() {
        assertThat(meta.apiKeys().revoke(tenant, id, T1, ACTOR)).isTrue();
        assertThat(found().revokedAt()).contains(T1);
        assertThat(meta.apiKeys().revoke(tenant, id, T2, ACTOR)).isFalse();
        assertThat(meta.apiKeys().rotate(tenant, id, bytes("second"), T2, ACTOR))
                .isFalse();
        assertThat(found().revokedAt()).contains(T1);
        assertThat(found().previousHash()).isEmpty();
    }

    @Test
    void concurrentRevocations_haveOneWinner() throws Exception {
        assertThat(together(8, i -> meta.apiKeys().revoke(tenant, id, T1, ACTOR)))
                .containsOnlyOnce(true);
    }

    @Test
    void missingKey_isReported() {
        assertThat(meta.apiKeys().find("none")).isEmpty();
        assertThat(meta.apiKeys().revoke(tenant, "none", T1, ACTOR)).isFalse();
        assertThat(meta.apiKeys().rotate(tenant, "none", bytes("x"), T1, ACTOR)).isFalse();
        assertThat(meta.tokenSecrets().find(tenant, "none")).isEmpty();
        assertThat(meta.tokenSecrets().revoke(tenant, "none", T1, ACTOR)).isFalse();
    }

    /** Keys are found by id alone, so an id must be unique across tenants. */
    @Test
    void idsAreUniqueAcrossTenants() {
        for (String taker : List.of(tenant, other)) {
            assertThatThrownBy(() -> meta.apiKeys().add(key(taker, id), ACTOR))
                    .isInstanceOfSatisfying(
                            MetadataException.class,
                            e -> assertThat(e.temporary()).isFalse());
        }
        assertThat(found().tenant()).isEqualTo(tenant);
        assertThat(audit(other)).hasSize(1);
    }

    @Test
    void missingTenant_getsNoKeys() {
        String nobody = fresh("nobody");
        assertThatThrownBy(() -> meta.apiKeys().add(key(nobody, fresh("key")), ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> meta.tokenSecrets().add(secret(nobody, "k"), ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThat(audit(nobody)).isEmpty();
    }

    @Test
    void aFailureNamesItsCallAndNoSecret() {
        meta.tokenSecrets().add(secret(tenant, "k"), ACTOR);
        assertThatThrownBy(() -> meta.tokenSecrets().add(secret(tenant, "k"), ACTOR))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("tokenSecrets.add")
                .hasMessageNotContaining("secret of");
    }

    @Test
    void aTokenSecretIsRevokedOnce() {
        meta.tokenSecrets().add(secret(tenant, "k"), ACTOR);
        assertThat(meta.tokenSecrets().revoke(tenant, "k", T1, ACTOR)).isTrue();
        assertThat(meta.tokenSecrets().revoke(tenant, "k", T2, ACTOR)).isFalse();
        assertThat(meta.tokenSecrets().find(tenant, "k"))
                .map(TokenSecret::revokedAt)
                .contains(Optional.of(T1));
    }

    private ApiKey found() {
        return meta.apiKeys().find(id).orElseThrow();
    }
}
