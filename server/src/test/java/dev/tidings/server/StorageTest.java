package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the permissions of the data folder. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no POSIX permissions")
class StorageTest {
    @TempDir
    private Path folder;

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void newDataFolder_isReadableByItsOwnerOnly() throws IOException {
        Path ordinary = Files.createDirectory(folder.resolve("ordinary"));
        Path data = folder.resolve("above/data");
        new TestService(data, new SteppedClock()).close();
        assertThat(permissions(data)).isEqualTo("rwx------");
        assertThat(permissions(data.getParent())).isEqualTo(permissions(ordinary));
    }

    @Test
    void existingDataFolder_keepsItsPermissions() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));
        new TestService(data, new SteppedClock()).close();
        assertThat(permissions(data)).isEqualTo("rwxr-x---");
    }
}
