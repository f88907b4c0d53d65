package dev.tidings.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidings.server.service.Service;
import dev.tidings.server.storage.DataFolders;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.RowFate;
import dev.tidings.widecolumn.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Searches stores for a text: the raw bytes of all files, and all rows of all tables, as rows are compressed in files. */
final class StoredText {
    private StoredText() {}

    static List<String> files(Path folder, String text) {
        List<String> found = new ArrayList<>();
        try {
            for (Path file : DataFolders.files(folder)) {
                if (content(folder.resolve(file)).contains(text)) {
                    found.add(file.toString());
                }
            }
        } catch (UncheckedIOException changing) {
            // A compaction deletes files while they are listed.
            return files(folder, text);
        } catch (IOException e) {
            found.add(e.toString());
        }
        return found;
    }

    private static String content(Path file) throws IOException {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1);
        } catch (NoSuchFileException deleted) {
            // By a compaction.
            return "";
        }
    }

    static List<String> rows(Service service, String text) {
        List<String> found = new ArrayList<>();
        for (Table<?> table : TidingsSchema.SCHEMA.tables()) {
            service.storage().sweep().rows(table, row -> {
                if (content(row).contains(text)) {
                    found.add(table.name() + " " + row);
                }
                return RowFate.KEEP;
            });
        }
        return found;
    }

    private static String content(Record row) {
        StringBuilder text = new StringBuilder();
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(row);
                text.append(
                        value instanceof ByteBuffer bytes
                                ? ISO_8859_1.decode(bytes.duplicate()).toString()
                                : String.valueOf(value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return text.toString();
    }
}
