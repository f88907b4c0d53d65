package dev.tidings.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import dev.tidings.server.secret.FrozenVault;
import dev.tidings.server.secret.SecretOwner;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.webhook.SigningSecrets.ExpiringSecret;
import dev.tidings.testkit.FrozenRecords;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Signing secrets of webhook endpoints as they are in the metadata store, encrypted. */
class FrozenSigningSecretsTest {
    private static final List<ExpiringSecret> ROTATED = List.of(
            new ExpiringSecret(new Secret("whsec_bmV3"), Optional.empty()),
            new ExpiringSecret(new Secret("whsec_b2xk"), Optional.of(Instant.ofEpochMilli(1_800_000_000_123L))));

    private final Vault vault = FrozenVault.open();
    private final SigningSecrets secrets = new SigningSecrets(vault);

    @Test
    void frozenSamples_areRead() {
        new FrozenRecords("signing-secrets-1")
                .assertReadBytes(Map.of("rotated", ROTATED), bytes -> secrets.open(endpoint(bytes)));
    }

    @Test
    void secrets_areSealedAsTheFrozenJson() {
        byte[] sealed = secrets.seal("acme", "wh_1", ROTATED);
        assertThat(new String(vault.open(new SecretOwner("webhook", "acme", "wh_1"), sealed), UTF_8))
                .isEqualTo("[{\"secret\":\"whsec_bmV3\",\"until\":null},"
                        + "{\"secret\":\"whsec_b2xk\",\"until\":1800000000123}]");
    }

    private static WebhookEndpoint endpoint(byte[] sealed) {
        return new WebhookEndpoint(
                "acme", "wh_1", "https://a.example", Set.of(), sealed, Optional.empty(), Instant.EPOCH, 1);
    }
}
