package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the folder check: which folders are opened, and the messages of those that are refused. */
class StoreFolderTest {
    @TempDir
    Path folder;

    @Test
    void aFolderInUseIsRefused() {
        try (RocksEngine first = open(Note.SCHEMA)) {
            assertThatThrownBy(() -> open(Note.SCHEMA))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("is in use");
            assertThat(first.check().ok()).isTrue();
        }
    }

    @Test
    void aFolderOfANewerVersionIsRefused() throws Exception {
        open(Note.SCHEMA).close();
        Files.writeString(folder.resolve("FORMAT"), "tidings-rocksdb 2\n");
        assertThatThrownBy(() -> open(Note.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("newer version")
                .hasMessageContaining("format 2")
                .hasMessageContaining("up to 1");
    }

    @Test
    void aFolderOfSomethingElseIsRefusedAndLeftAlone() throws Exception {
        Files.writeString(folder.resolve("thesis.txt"), "years of work");
        assertThatThrownBy(() -> open(Note.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not empty");
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("thesis.txt"));
        assertThat(Files.list(folder)).hasSize(1);
    }

    @Test
    void anUnreadableFormatIsRefused() throws Exception {
        open(Note.SCHEMA).close();
        Files.writeString(folder.resolve("FORMAT"), "something\n");
        assertThatThrownBy(() -> open(Note.SCHEMA)).hasMessageContaining("says 'something'");
    }

    @Test
    void anotherKeyIsRefusedWithBothKeys() {
        open(Note.SCHEMA).close();
        Table<Note> rekeyed = Table.named("kept_notes")
                .comment("clustered the other way")
                .partition(Note.BOOK)
                .clustering(Note.DUE.desc())
                .columns(Note.TEXT, Note.MARKS)
                .serves(Note.ALL)
                .rows(Note.class);
        assertThatThrownBy(() -> open(Schema.of("notes", rekeyed)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("((book), due)")
                .hasMessageContaining("((book), due DESC)");
    }

    record Retyped(String book, Instant due, Long text) {}

    @Test
    void anotherTypeIsRefusedWithBothTypes() {
        open(Note.SCHEMA).close();
        Table<Retyped> retyped = Table.named("kept_notes")
                .comment("text is a number now")
                .partition(Note.BOOK)
                .clustering(Note.DUE.asc())
                .columns(Column.bigint("text", "a number"))
                .serves(Note.ALL)
                .rows(Retyped.class);
        assertThatThrownBy(() -> open(Schema.of("notes", retyped)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("column text was text")
                .hasMessageContaining("bigint");
        open(Note.SCHEMA).close();
    }

    @Test
    void aTableOutsideTheSchemaIsNamed() {
        try (RocksEngine engine = open(Schema.of("notes", Note.KEPT))) {
            assertThatThrownBy(() -> engine.write(Note.EXPIRING.delete("b", Instant.EPOCH)))
                    .hasMessageContaining("table notes is not in the schema");
        }
    }

    @Test
    void aTableNoLongerDeclaredKeepsItsRows() {
        Note note = Note.of("b", Instant.EPOCH, "still here");
        try (RocksEngine engine = open(Note.SCHEMA)) {
            engine.write(Note.KEPT.upsert(note)).join();
        }
        open(Schema.of("notes", Note.EXPIRING)).close();
        try (RocksEngine engine = open(Note.SCHEMA)) {
            assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).containsExactly(note);
        }
    }

    private RocksEngine open(Schema schema) {
        return RocksEngine.open(TestConfig.in(folder), schema);
    }
}
