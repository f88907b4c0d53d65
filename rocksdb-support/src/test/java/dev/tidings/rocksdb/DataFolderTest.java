package dev.tidings.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

/** Tests of the folder check: which folders are accepted, and the messages of those that are refused. */
class DataFolderTest {
    private static final DataFormat FORMAT = new DataFormat("shelf", 2, "a shelf", ": its format");

    @TempDir
    Path temporary;

    private Path folder;
    private DataFolder data;

    @BeforeEach
    void choose() {
        folder = temporary.resolve("data");
        data = new DataFolder(folder, FORMAT);
    }

    @Test
    void missingFolder_isCreatedAndMarked() throws Exception {
        assertThat(data.hasData()).isFalse();
        data.mark(FORMAT.text());
        assertThat(data.hasData()).isTrue();
        assertThat(folder.resolve("FORMAT")).hasContent("shelf 2\n");
        assertThat(folder.toFile().list()).containsExactly("FORMAT");
    }

    @Test
    void remainsOfACrashWhileMarking_areIgnored() throws Exception {
        Files.createDirectories(folder.resolve("lost+found"));
        Files.writeString(folder.resolve("FORMAT.new"), "she");
        assertThat(data.hasData()).isFalse();
        data.mark(FORMAT.text());
        assertThat(data.statedFormat()).isEqualTo("shelf 2");
    }

    @Test
    void olderFormat_isAccepted() throws Exception {
        data.hasData();
        data.mark("shelf 1");
        assertThat(data.hasData()).isTrue();
    }

    @Test
    void newerFormat_isRefused() throws Exception {
        data.hasData();
        data.mark("shelf 3");
        assertThatThrownBy(data::hasData)
                .isInstanceOf(DataFolderException.class)
                .hasMessage("folder " + folder
                        + " was written by a newer version: it has format 3, this version knows up to 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shelf", "shelf ", "shelf two", "shelf 0", "shelf -1", "other 2", "shelves 2"})
    void otherFormat_isRefused(String stated) throws Exception {
        data.hasData();
        data.mark(stated);
        assertThatThrownBy(data::hasData)
                .isInstanceOf(DataFolderException.class)
                .hasMessage("folder " + folder + ": its format says '" + stated.strip() + "', expected 'shelf 2'");
    }

    @Test
    void foreignFolder_isRefusedAndUnchanged() throws Exception {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("thesis.txt"), "years of work");
        String message =
                "folder " + folder + " is not empty and has no file FORMAT: expected an empty folder or a shelf";
        assertThatThrownBy(data::hasData)
                .isInstanceOf(DataFolderException.class)
                .hasMessage(message);
        assertThatThrownBy(data::createEmpty)
                .isInstanceOf(DataFolderException.class)
                .hasMessage(message);
        assertThat(folder.toFile().list()).containsExactly("thesis.txt");
    }

    @Test
    void folderWithData_isNotEmpty() throws Exception {
        data.createEmpty();
        data.mark(FORMAT.text());
        assertThatThrownBy(data::createEmpty).isInstanceOf(DataFolderException.class);
    }

    @Test
    void regularFile_isNoFolder() throws Exception {
        Files.writeString(folder, "x");
        assertThatThrownBy(data::hasData).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "lock hold by current process acquire time 1 /data/LOCK: No locks available, true",
        "While lock file: /data/LOCK: Resource temporarily unavailable, true",
        "While open a file: /data/While lock file/LOCK: Permission denied, false",
        ", false"
    })
    void heldLock_isRecognised(String message, boolean inUse) {
        assertThat(DataFolder.isInUse(new RocksDBException(message))).isEqualTo(inUse);
    }
}
