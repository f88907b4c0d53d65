package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The row of a small test table: notes in a book, which expire a day after they were due. */
record Note(String book, Instant due, String text, Map<String, String> marks) {
    static final Column<String> BOOK = Column.text("book", "whose pages they are on");
    static final Column<Instant> DUE = Column.timestamp("due", "sorts the notes, and starts their life");
    static final Column<String> TEXT = Column.text("text", "what it says");
    static final Column<Map<String, String>> MARKS = Column.textMap("marks", "what readers wrote beside it");

    static final Query ALL = Query.named("notes of a book", BOOK).range(DUE);
    static final Query ONE = Query.named("one note", BOOK, DUE);

    static final Table<Note> EXPIRING = Table.named("notes")
            .comment("notes that expire")
            .partition(BOOK)
            .clustering(DUE.asc())
            .columns(TEXT, MARKS)
            .ttl(Ttl.anchored(DUE, Duration.ofDays(1)))
            .serves(ALL, ONE)
            .rows(Note.class);

    static final Table<Note> KEPT = Table.named("kept_notes")
            .comment("notes that are kept")
            .partition(BOOK)
            .clustering(DUE.asc())
            .columns(TEXT, MARKS)
            .serves(ALL, ONE)
            .rows(Note.class);

    static final Schema SCHEMA = Schema.of("notes", EXPIRING, KEPT);

    static Note of(String book, Instant due, String text) {
        return new Note(book, due, text, Map.of());
    }

    static Select<Note> all(Table<Note> table, String book) {
        return table.select(ALL, book).limit(Select.MAX_LIMIT);
    }
}
