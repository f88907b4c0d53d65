package dev.tidings.server.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.FrozenRecords;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Encrypted secrets of format 1, as they are in the metadata store, and keys derived from those that encrypt. */
class FrozenVaultTest {
    private final Vault vault = FrozenVault.open();

    @Test
    void frozenSamples_areDecrypted() {
        Map<String, String> samples = new LinkedHashMap<>();
        samples.put("text", "a secret, é");
        samples.put("nothing", "");
        new FrozenRecords("sealed-secret-1")
                .assertReadBytes(samples, bytes -> new String(vault.open(FrozenVault.OWNER, bytes), UTF_8));
    }

    /** The nonce is random, so only what is in front of it and the length can be the same. */
    @Test
    void secrets_areSealedBehindTheFrozenHeader() {
        byte[] sealed = vault.seal(FrozenVault.OWNER, new byte[10]);
        assertThat(HexFormat.of().formatHex(sealed)).startsWith("01" + "05" + "3230323661");
        assertThat(sealed).hasSize(1 + 1 + 5 + 12 + 10 + 16);
    }

    @Test
    void derivedKeys_stay() {
        assertThat(vault.deriveKeys("unsubscribe"))
                .extracting(HexFormat.of()::formatHex)
                .containsExactly("bc22da16b12918c9be1c64410b6c7327d7edb5b101b1013342c722609cce1b3b");
    }
}
