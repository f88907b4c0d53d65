package dev.tidings.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.server.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the sources of the encryption keys, and that no key is ever printed. */
class VaultKeysTest {
    private static final String A = VaultPropertyTest.line("a", 65);
    private static final String B = VaultPropertyTest.line("b", 66);
    private static final String KEY_OF_A = A.substring(2);

    @TempDir
    private Path folder;

    private VaultKeys keys(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TIDINGS_DATA_FOLDER", folder.toString());
        return VaultKeys.of(Config.load(Optional.empty(), all).config());
    }

    @Test
    void firstStart_createsAPrivateFileThatTheNextReads() throws IOException {
        VaultKeys made = keys(Map.of());
        Path file = folder.resolve("secret-keys");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        SecretOwner owner = new SecretOwner("provider", "t", "n");
        byte[] sealed = new Vault(made).seal(owner, new byte[] {7});
        assertThat(new Vault(keys(Map.of())).open(owner, sealed)).containsExactly(7);
        assertThat(Files.list(folder)).as("nothing else is left behind").containsExactly(file);
    }

    @Test
    void keys_areReadFromTheEnvironment() {
        VaultKeys keys = keys(Map.of("TIDINGS_SECRETS_KEYS", B + ", " + A));
        assertThat(keys.ids()).containsExactly("b", "a");
        assertThat(keys.first().id()).isEqualTo("b");
        assertThat(folder.resolve("secret-keys")).doesNotExist();
    }

    @Test
    void keys_areReadFromAFileWithCommentsAndBlankLines() throws IOException {
        Path file = Files.writeString(folder.resolve("k"), "# since March\n" + A + "\n\n  " + B + "  \n");
        VaultKeys keys = keys(Map.of("TIDINGS_SECRETS_KEY_FILE", file.toString()));
        assertThat(keys.ids()).containsExactly("a", "b");
    }

    @Test
    void twoSources_areRejected() {
        assertThatThrownBy(() -> keys(Map.of("TIDINGS_SECRETS_KEY_FILE", "k", "TIDINGS_SECRETS_KEYS", A)))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("both")
                .hasMessageNotContaining(KEY_OF_A);
    }

    @Test
    void missingFile_isReported() {
        assertThatThrownBy(() -> keys(Map.of(
                        "TIDINGS_SECRETS_KEY_FILE", folder.resolve("nope").toString())))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("nope");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "hunter2", ":hunter2", "a:hunter2!", "a:aHVudGVyMg==", "a b:aHVudGVyMg==", "a"})
    void invalidKey_isRejectedWithoutBeingPrinted(String line) {
        assertThatThrownBy(() -> VaultKeys.parse(Stream.of(line), "the place"))
                .isInstanceOf(VaultException.class)
                .hasMessageStartingWith("the place")
                .hasMessageNotContaining("hunter2")
                .hasMessageNotContaining("aHVudGVyMg");
    }

    @Test
    void duplicateId_isRejected() {
        assertThatThrownBy(() -> VaultKeys.parse(Stream.of(A, A), "the place"))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("'a'")
                .hasMessageNotContaining(KEY_OF_A);
    }

    @Test
    void keys_areNeverPrinted() {
        VaultKeys keys = VaultKeys.parse(Stream.of(A, B), "x");
        assertThat(keys.toString() + keys.first()).contains("a", "b").doesNotContain(KEY_OF_A);
    }
}
