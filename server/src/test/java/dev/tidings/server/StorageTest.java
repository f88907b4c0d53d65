package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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
    void existingDataFolder_isRestrictedToItsOwner() throws IOException {
        Path data = open(Files.createDirectory(folder.resolve("data")), "rwxr-xr-x");
        new TestService(data, new SteppedClock()).close();
        assertThat(permissions(data)).isEqualTo("rwx------");
    }

    @Test
    void filesOfAnEarlierStart_areRestrictedToTheirOwner() throws IOException {
        Path data = folder.resolve("data");
        new TestService(data, new SteppedClock()).close();
        for (Path each : List.of(data, data.resolve("tables"), data.resolve("log"))) {
            open(each, "rwxr-xr-x");
        }
        for (Path each : List.of(data.resolve("meta.db"), data.resolve("tables/CURRENT"))) {
            open(each, "rw-r--r--");
        }
        new TestService(data, new SteppedClock()).close();
        for (Path each : List.of(data, data.resolve("tables"), data.resolve("log"))) {
            assertThat(permissions(each)).as("%s", each).isEqualTo("rwx------");
        }
        assertThat(permissions(data.resolve("meta.db"))).isEqualTo("rw-------");
    }

    @Test
    void sharedFolder_isLeftButTheStoresAreRestricted() throws IOException {
        Path shared = open(Files.createDirectory(folder.resolve("shared")), "rwxr-xr-x");
        Path other = open(Files.createFile(shared.resolve("someone-elses")), "rw-r--r--");
        new TestService(shared, new SteppedClock()).close();
        assertThat(permissions(shared)).isEqualTo("rwxr-xr-x");
        assertThat(permissions(other)).isEqualTo("rw-r--r--");
        assertThat(permissions(shared.resolve("tables"))).isEqualTo("rwx------");
        assertThat(permissions(shared.resolve("log"))).isEqualTo("rwx------");
        assertThat(permissions(shared.resolve("meta.db"))).isEqualTo("rw-------");
    }

    private static Path open(Path path, String permissions) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
