package dev.tidings.widecolumn;

import static dev.tidings.widecolumn.Notes.ALL;
import static dev.tidings.widecolumn.Notes.NOTES;
import static dev.tidings.widecolumn.Notes.OTHER_NOTES;
import static dev.tidings.widecolumn.Notes.RANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of page cursors and their misuse. */
class CursorTest {
    private final String cursor = select().cursorAfter(row(7));

    @Property(tries = 200)
    void cursor_leadsBackToItsRow(@ForAll long seq) {
        Select<Notes.Note> select = select().after(select().cursorAfter(row(seq)));
        assertThat(select.resumeKey().orElseThrow()).startsWith("t", "u", seq);
    }

    @Test
    void cursor_isUrlSafe() {
        assertThat(cursor).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void nullCursor_isRejected() {
        assertThat(select().resumeKey()).isEmpty();
    }

    @Test
    void cursorOfAnotherTable_isRejected() {
        refused(OTHER_NOTES.select(ALL, "t", "u"), cursor, "a cursor of this table and query; this one is of another");
    }

    @Test
    void cursorOfAnotherQuery_isRejected() {
        refused(
                NOTES.select(RANGE, "t", "u"),
                cursor,
                "cursor for query 'notes in a range' of notes",
                "a cursor of this table and query; this one is of another");
    }

    @Test
    void cursorOfAnotherPartition_isRejected() {
        refused(NOTES.select(ALL, "t", "v"), cursor, "a cursor of the same key values; this one is of others");
        refused(NOTES.select(ALL, "tu", ""), cursor, "a cursor of the same key values; this one is of others");
    }

    @Test
    void cursorOfTheOtherDirection_isRejected() {
        refused(select().backwards(), cursor, "a cursor of this table and query; this one is of another");
    }

    @Test
    void directionChangedAfterTheCursor_isRejected() {
        assertThatThrownBy(() -> select().after(cursor).backwards())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("this one is of another");
    }

    @Test
    void truncatedCursor_isRejected() {
        for (int length = 0; length < cursor.length(); length++) {
            refused(select(), cursor.substring(0, length), "expected one that");
        }
    }

    @Test
    void cursorWithTrailingBytes_isRejected() {
        byte[] bytes = Base64.getUrlDecoder().decode(cursor);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        refused(select(), Base64.getUrlEncoder().withoutPadding().encodeToString(longer), "cut or damaged");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "AQ", "not base64!", "näh", "////", "AQAAAAAAAAAA", "zzzzzzzzzzzzzzzzzzzzzzzz"})
    void garbage(String garbage) {
        refused(select(), garbage, "cursor for query 'all notes' of notes: got ", garbage == null ? "null" : garbage);
    }

    /** A select is unchanged after it rejected a cursor. */
    @Test
    void rejectedCursor_isForgotten() {
        Select<Notes.Note> select = select();
        refused(select, "garbage", "expected");
        assertThat(select.resumeKey()).isEmpty();
    }

    private static void refused(Select<?> select, String cursor, String... words) {
        AbstractThrowableAssert<?, ?> thrown =
                assertThatThrownBy(() -> select.after(cursor)).isInstanceOf(InvalidValueException.class);
        for (String word : words) {
            thrown.hasMessageContaining(word);
        }
    }

    private static Select<Notes.Note> select() {
        return NOTES.select(ALL, "t", "u");
    }

    private static Object[] row(long seq) {
        Object[] row = new Object[NOTES.columns().size()];
        row[0] = "t";
        row[1] = "u";
        row[2] = seq;
        return row;
    }
}
