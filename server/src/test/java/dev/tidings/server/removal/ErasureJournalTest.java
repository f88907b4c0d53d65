package dev.tidings.server.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the journal of erasures: its frozen format, with users and tenants. */
class ErasureJournalTest {
    private static final Instant AT = Instant.ofEpochMilli(1_900_000_000_000L);
    private static final String KEY = "e0a4fcb82a3e89f15c2ca8407e956676846d4a5fef4f9a91668fe17e8d288a85";
    private static final String ANN = "da2380ad3b7b28fc14237dd62945f272e2f17a960ddd9778ca6c5be69763bc3d";
    private static final String OF_USERS =
            "tidings-erasures 1\nkey " + KEY + "\nerasure acme 0191 " + ANN + " 1900000000000\n";

    private final ErasedUsers hashes = new ErasedUsers(List.of(new byte[] {1, 2, 3}), List.of());

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("ERASURES");
    }

    private List<Erasure> read(String text) throws IOException {
        Files.writeString(file(), text);
        return new ErasureJournal(file()).read(hashes);
    }

    @Test
    void frozenJournal_isRead() throws IOException {
        assertThat(read(OF_USERS)).containsExactly(new Erasure("acme", "0191", ANN, AT, Optional.empty(), Map.of()));
        assertThat(hashes.isHash(ANN, new UserKey("acme", "ann"))).isTrue();
    }

    @Test
    void deletionOfATenant_hasAStar() throws IOException {
        String text = OF_USERS + "erasure shop 0192 * 1900000000000\n";
        List<Erasure> read = read(text);
        assertThat(read).element(1).isEqualTo(Erasure.ofTenant("shop", "0192", AT));
        new ErasureJournal(file()).write(hashes, read);
        assertThat(file()).hasContent(text);
    }

    @Test
    void journalOfOtherKeys_isRefused() {
        assertThatThrownBy(() -> read(OF_USERS.replace(KEY, "00"))).hasMessageContaining("other encryption keys");
    }
}
