package dev.tidings.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Properties of the vault: a secret is decrypted for its owner only, unchanged or not at all. */
class VaultPropertyTest {
    private static final String OLD = line("old", 1);
    private static final String NEW = line("new", 2);

    private final Vault vault = vault(OLD);

    static String line(String id, int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return id + ":" + Base64.getEncoder().encodeToString(key);
    }

    static Vault vault(String... lines) {
        return new Vault(VaultKeys.parse(Stream.of(lines), "test"));
    }

    @Provide
    Arbitrary<SecretOwner> owners() {
        // Few letters, so that ambiguous concatenations occur.
        Arbitrary<String> part = Arbitraries.strings().withChars("ab/:").ofMaxLength(3);
        return Combinators.combine(part, part, part).as(SecretOwner::new);
    }

    @Property(tries = 200)
    void sealedSecret_isReadBack(@ForAll("owners") SecretOwner owner, @ForAll @Size(max = 300) byte[] secret) {
        byte[] sealed = vault.seal(owner, secret);
        assertThat(vault.open(owner, sealed)).isEqualTo(secret);
        assertThat(vault.seal(owner, secret)).as("never the same twice").isNotEqualTo(sealed);
    }

    @Property(tries = 20)
    void changedByte_isDetected(
            @ForAll("owners") SecretOwner owner,
            @ForAll @Size(max = 40) byte[] secret,
            @ForAll @IntRange(min = 1, max = 255) int flip) {
        byte[] sealed = vault.seal(owner, secret);
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= (byte) flip;
            assertThatThrownBy(() -> vault.open(owner, changed)).isInstanceOf(VaultException.class);
        }
    }

    @Property(tries = 20)
    void truncationAndExtension_areDetected(
            @ForAll("owners") SecretOwner owner, @ForAll @Size(max = 40) byte[] secret) {
        byte[] sealed = vault.seal(owner, secret);
        for (int length = 0; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThatThrownBy(() -> vault.open(owner, cut)).isInstanceOf(VaultException.class);
        }
        byte[] more = Arrays.copyOf(sealed, sealed.length + 1);
        assertThatThrownBy(() -> vault.open(owner, more)).isInstanceOf(VaultException.class);
    }

    @Property(tries = 300)
    void otherOwner_cannotReadIt(@ForAll("owners") SecretOwner owner, @ForAll("owners") SecretOwner other) {
        Assume.that(!owner.equals(other));
        byte[] sealed = vault.seal(owner, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> vault.open(other, sealed)).isInstanceOf(VaultException.class);
    }

    @Property(tries = 50)
    void keyRotation_keepsSecretsReadable(@ForAll("owners") SecretOwner owner, @ForAll @Size(max = 100) byte[] secret) {
        byte[] before = vault.seal(owner, secret);
        Vault both = vault(NEW, OLD);
        assertThat(both.open(owner, before)).isEqualTo(secret);
        byte[] after = both.seal(owner, both.open(owner, before));
        assertThat(vault(NEW).open(owner, after)).isEqualTo(secret);
    }

    @Property(tries = 20)
    void missingKey_isNamed(@ForAll("owners") SecretOwner owner) {
        byte[] sealed = vault.seal(owner, "hunter2".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> vault(NEW).open(owner, sealed))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("'old'")
                .hasMessageContaining("[new]")
                .hasMessageNotContaining("hunter2");
    }

    /** A key is not identified by its id alone. */
    @Property(tries = 5)
    void otherKeyOfTheSameId_cannotDecrypt(@ForAll("owners") SecretOwner owner) {
        byte[] sealed = vault.seal(owner, new byte[10]);
        assertThatThrownBy(() -> vault(line("old", 3)).open(owner, sealed)).isInstanceOf(VaultException.class);
    }
}
