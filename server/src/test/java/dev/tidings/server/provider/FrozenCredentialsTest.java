package dev.tidings.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.secret.FrozenVault;
import dev.tidings.server.secret.SecretOwner;
import dev.tidings.server.secret.Vault;
import dev.tidings.testkit.FrozenRecords;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Credentials of provider accounts as they are in the metadata store, encrypted. */
class FrozenCredentialsTest {
    private final Vault vault = FrozenVault.open();
    private final Credentials credentials = new Credentials(vault);

    @Test
    void frozenSamples_areRead() {
        Map<String, Map<String, String>> samples = new LinkedHashMap<>();
        samples.put("none", Map.of());
        samples.put("two", Map.of("authToken", "é\"", "accountSid", "AC1"));
        new FrozenRecords("credentials-1").assertReadBytes(samples, bytes -> credentials.open(account(bytes)));
    }

    @Test
    void credentials_areSealedAsJsonInOneOrder() {
        byte[] sealed = credentials.seal("acme", "main", Map.of("authToken", "é\"", "accountSid", "AC1"));
        assertThat(new String(vault.open(new SecretOwner("provider", "acme", "main"), sealed), UTF_8))
                .isEqualTo("{\"accountSid\":\"AC1\",\"authToken\":\"é\\\"\"}");
    }

    private static ProviderAccount account(byte[] sealed) {
        return new ProviderAccount("acme", "main", "twilio", 0, true, 1, 0, Duration.ofSeconds(1), Map.of(), sealed, 1);
    }
}
