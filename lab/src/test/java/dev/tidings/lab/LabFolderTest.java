package dev.tidings.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of lab folders: locked while in use, and deleted once abandoned. */
class LabFolderTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

    @TempDir
    Path parent;

    @Test
    void abandonedFolder_isDeletedByTheNextLab() throws IOException {
        Path abandoned = Files.createDirectories(parent.resolve("tidings-lab-1").resolve("node0"))
                .getParent();
        Files.setLastModifiedTime(Files.createFile(abandoned.resolve("lab.lock")), LONG_AGO);
        try (LabFolder next = LabFolder.temporaryIn(parent)) {
            assertThat(next.path()).isDirectory();
            assertThat(abandoned).doesNotExist();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void aLabInUseIsLeftAlone() throws IOException {
        try (LabFolder running = LabFolder.temporaryIn(parent)) {
            Files.setLastModifiedTime(running.path().resolve("lab.lock"), LONG_AGO);
            LabFolder.temporaryIn(parent).close();
            assertThat(running.path()).isDirectory();
        }
    }

    @Test
    void aLabInUseIsLeftAloneByOtherProcessesToo() throws Exception {
        try (LabFolder running = LabFolder.temporaryIn(parent)) {
            // In another process: setting the time opens and closes the file, which would release its lock.
            String lock = running.path().resolve("lab.lock").toString();
            assertThat(new ProcessBuilder("touch", "-d", "2020-01-01", lock)
                            .start()
                            .waitFor())
                    .isZero();
            // Examines the running lab as well, and must not release its lock by that.
            LabFolder.temporaryIn(parent).close();
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            OtherLab.class.getName(),
                            parent.toString())
                    .inheritIO()
                    .start();
            assertThat(other.waitFor()).isZero();
            assertThat(running.path()).isDirectory();
        }
    }

    /** A lab in another process. */
    static final class OtherLab {
        public static void main(String[] arguments) {
            LabFolder.temporaryIn(Path.of(arguments[0])).close();
        }
    }

    @Test
    void foldersOfOthersAreLeftAlone() throws IOException {
        Path other = Files.createDirectory(parent.resolve("tidings-lab-notes"));
        LabFolder.temporaryIn(parent).close();
        assertThat(other).isDirectory();
    }

    @Test
    void aGivenFolderStaysAndHasOneUser() {
        Path given = parent.resolve("given");
        try (LabFolder first = LabFolder.at(given)) {
            assertThat(first.path()).isEqualTo(given);
            assertThatThrownBy(() -> LabFolder.at(given)).hasMessage(given + " is in use by another lab");
        }
        assertThat(given).isDirectory();
        LabFolder.at(given).close();
    }
}
