package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.LogException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of which folders are opened, and of the messages for those that are not. */
class LogFolderTest {
    @TempDir
    Path folder;

    @Test
    void folderInUse_isRefused() {
        try (RocksLog first = RocksLog.open(TestLogs.in(folder))) {
            assertThatThrownBy(() -> RocksLog.open(TestLogs.in(folder)))
                    .isInstanceOf(LogException.class)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("is in use");
            assertThat(first.problem()).isEmpty();
        }
        RocksLog.open(TestLogs.in(folder)).close();
    }

    @Test
    void folderOfANewerVersion_isRefused() throws Exception {
        RocksLog.open(TestLogs.in(folder)).close();
        Files.writeString(folder.resolve("FORMAT"), "tidings-log 2\n");
        assertThatThrownBy(() -> RocksLog.open(TestLogs.in(folder)))
                .isInstanceOf(LogException.class)
                .hasMessageContaining("newer version")
                .hasMessageContaining("format 2")
                .hasMessageContaining("up to 1");
    }

    @Test
    void foreignFolder_isRefusedAndUnchanged() throws Exception {
        Files.writeString(folder.resolve("thesis.txt"), "years of work");
        assertThatThrownBy(() -> RocksLog.open(TestLogs.in(folder)))
                .isInstanceOf(LogException.class)
                .hasMessageContaining("not empty");
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("thesis.txt"));
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void folderOfATableStore_isRefused() throws Exception {
        Files.writeString(folder.resolve("FORMAT"), "tidings-rocksdb 1\n");
        assertThatThrownBy(() -> RocksLog.open(TestLogs.in(folder)))
                .isInstanceOf(LogException.class)
                .hasMessageContaining("says 'tidings-rocksdb 1', expected 'tidings-log 1'");
    }

    @Test
    void regularFile_isRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> RocksLog.open(TestLogs.in(file)))
                .isInstanceOf(LogException.class)
                .hasMessageContaining("can't be used");
    }
}
