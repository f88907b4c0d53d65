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
        metadata.apiKeys().add(key(tenant, id), ACTOR);
    }

    @Test
    void rotatingKeepsExactlyTwoSecrets() {
        byte[] first = found().secretHash();
        assertThat(metadata.apiKeys().rotate(tenant, id, bytes("second"), T1, ACTOR))
                .isTrue();
        assertThat(found().secretHash()).isEqualTo(bytes("second"));
        assertThat(found().previousHash().orElseThrow()).isEqualTo(first);
        assertThat(found().previousUntil()).contains(T1);
        assertThat(metadata.apiKeys().rotate(tenant, id, bytes("third"), T2, ACTOR))
                .isTrue();
        assertThat(found().secretHash()).isEqualTo(bytes("third"));
        assertThat(found().previousHash().orElseThrow()).isEqualTo(bytes("second"));
        assertThat(found().previousUntil()).contains(T2);
    }

    @Test
    void rotatingChangesNothingElse() {
        ApiKey before = found();
        metadata.apiKeys().rotate(tenant, id, bytes("second"), T1, ACTOR);
        assertThat(found())
                .usingRecursiveComparison()
                .ignoringFields("secretHash", "previousHash", "previousUntil")
                .isEqualTo(before);
    }

    @Test
    void concurrentRotationsAreSerialised() throws Exception {
        List<Boolean> rotated =
                together(8, i -> metadata.apiKeys().rotate(tenant, id, bytes("secret " + i), T1, ACTOR));
        assertThat(rotated).containsOnly(true);
        assertThat(new String(found().secretHash(), StandardCharsets.UTF_8)).startsWith("secret ");
        assertThat(found().previousHash().orElseThrow()).isNotEqualTo(found().secretHash());
    }

    @Test
    void aRevokedKeyStaysRevoked() {
        assertThat(metadata.apiKeys().revoke(tenant, id, T1, ACTOR)).isTrue();
        assertThat(found().revokedAt()).contains(T1);
        assertThat(metadata.apiKeys().revoke(tenant, id, T2, ACTOR)).isFalse();
        assertThat(metadata.apiKeys().rotate(tenant, id, bytes("second"), T2, ACTOR))
                .isFalse();
        assertThat(found().revokedAt()).contains(T1);
        assertThat(found().previousHash()).isEmpty();
    }

    @Test
    void concurrentRevocations_haveOneWinner() throws Exception {
        assertThat(together(8, i -> metadata.apiKeys().revoke(tenant, id, T1, ACTOR)))
                .containsOnlyOnce(true);
    }

    @Test
    void missingKey_isReported() {
        assertThat(metadata.apiKeys().find("none")).isEmpty();
        assertThat(metadata.apiKeys().revoke(tenant, "none", T1, ACTOR)).isFalse();
        assertThat(metadata.apiKeys().rotate(tenant, "none", bytes("x"), T1, ACTOR))
                .isFalse();
        assertThat(metadata.tokenSecrets().find(tenant, "none")).isEmpty();
        assertThat(metadata.tokenSecrets().revoke(tenant, "none", T1, ACTOR)).isFalse();
    }

    /** Keys are found by id alone, so an id must be unique across tenants. */
    @Test
    void idsAreUniqueAcrossTenants() {
        for (String taker : List.of(tenant, other)) {
            assertThatThrownBy(() -> metadata.apiKeys().add(key(taker, id), ACTOR))
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
        assertThatThrownBy(() -> metadata.apiKeys().add(key(nobody, fresh("key")), ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.tokenSecrets().add(secret(nobody, "k"), ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThat(audit(nobody)).isEmpty();
    }

    @Test
    void aFailureNamesItsCallAndNoSecret() {
        metadata.tokenSecrets().add(secret(tenant, "k"), ACTOR);
        assertThatThrownBy(() -> metadata.tokenSecrets().add(secret(tenant, "k"), ACTOR))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("tokenSecrets.add")
                .hasMessageNotContaining("secret of");
    }

    @Test
    void aTokenSecretIsRevokedOnce() {
        metadata.tokenSecrets().add(secret(tenant, "k"), ACTOR);
        assertThat(metadata.tokenSecrets().revoke(tenant, "k", T1, ACTOR)).isTrue();
        assertThat(metadata.tokenSecrets().revoke(tenant, "k", T2, ACTOR)).isFalse();
        assertThat(metadata.tokenSecrets().find(tenant, "k"))
                .map(TokenSecret::revokedAt)
                .contains(Optional.of(T1));
    }

    @Test
    void aNewTokenSecretIsSealedAndStaysSo() {
        metadata.tokenSecrets().add(secret(tenant, "k"), ACTOR);
        assertThat(metadata.tokenSecrets().unsealed()).isEmpty();
        metadata.tokenSecrets().seal(secret(tenant, "k").withSecret(bytes("other")));
        assertThat(metadata.tokenSecrets().find(tenant, "k").orElseThrow().secret())
                .isEqualTo(secret(tenant, "k").secret());
    }

    private ApiKey found() {
        return metadata.apiKeys().find(id).orElseThrow();
    }
}
