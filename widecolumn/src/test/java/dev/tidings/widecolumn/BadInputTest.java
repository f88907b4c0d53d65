package dev.tidings.widecolumn;

import static dev.tidings.widecolumn.Notes.ALL;
import static dev.tidings.widecolumn.Notes.LEASES;
import static dev.tidings.widecolumn.Notes.NOTES;
import static dev.tidings.widecolumn.Notes.RANGE;
import static dev.tidings.widecolumn.Notes.note;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that invalid input is rejected before an engine sees it, with the value and what was expected. */
class BadInputTest {
    @Test
    void aKeyValueOfTheWrongType() {
        refused(() -> NOTES.update("t", "u", 7), "column seq of notes: got 7 (Integer), expected Long for a bigint");
        refused(() -> NOTES.delete("t", 5, 7L), "column user of notes: got 5 (Integer), expected String for a text");
        refused(
                () -> NOTES.select(ALL, "t", UUID.fromString("00000000-0000-0000-0000-000000000000")),
                "column user of notes: got 00000000-0000-0000-0000-000000000000 (UUID), expected String for a text");
        refused(
                () -> NOTES.select(RANGE, "t", "u").atLeast("x"),
                "column seq of notes: got 'x', expected Long for a bigint");
    }

    @Test
    void aKeyValueThatIsMissing() {
        String expected = "got null, expected a text: every column of the key ((tenant, user), seq DESC) needs a value";
        refused(() -> NOTES.update("t", null, 7L), "key column user of notes: " + expected);
        refused(() -> NOTES.upsert(note("t", null, 7)), "key column user of notes: " + expected);
        refused(() -> NOTES.select(ALL, null, "u"), "key column tenant of notes: " + expected);
    }

    @Test
    void tooFewOrTooManyKeyValues() {
        refused(
                () -> NOTES.update("t", "u"),
                "key of notes: got '[t, u]', expected 3 values for ((tenant, user), seq DESC)");
        refused(() -> NOTES.delete("t", "u", 1L, 2L), "got '[t, u, 1, 2]', expected 3 values");
        refused(
                () -> NOTES.select(ALL, "t"),
                "query 'all notes' of notes: got '[t]', expected 2 values for tenant, user");
    }

    @Test
    void aPartitionKeyOverTheLimit() {
        // Two columns cost three bytes each, as in Cassandra's composite.
        String longest = "x".repeat(65_535 - 6 - 1);
        assertThatCode(() -> NOTES.update("t", longest, 1L)).doesNotThrowAnyException();
        refused(() -> NOTES.update("t", longest + "x", 1L), "partition key of notes", "at most 65535 bytes, not 65536");
        refused(() -> NOTES.select(ALL, "t", longest + "x"), "at most 65535 bytes, not 65536");
        refused(() -> NOTES.update("t", "€".repeat(30_000), 1L), "at most 65535 bytes in a key, not 90000");
    }

    @Test
    void anEmptyPartitionKey() {
        refused(() -> LEASES.update(""), "partition key of leases: got '', expected at least one byte");
    }

    @Test
    void aColumnOfAnotherTable() {
        refused(
                () -> NOTES.update("t", "u", 1L).set(Notes.OWNER, "me"),
                "table notes: got 'owner text', expected one of its columns: tenant text, user text, seq bigint");
        refused(
                () -> NOTES.update("t", "u", 1L).clear(Column.integer("title", "the same name, another type")),
                "table notes: got 'title int', expected one of its columns");
    }

    @Test
    void aQueryOfAnotherTable() {
        refused(
                () -> NOTES.select(Notes.LEASE, "t"),
                "table notes: got 'the lease', expected one of its queries: all notes, notes in a range");
    }

    @Test
    void aColumnOfTheKey() {
        refused(
                () -> NOTES.update("t", "u", 1L).set(Notes.SEQ, 2L),
                "column seq of notes: got 'seq bigint', expected a column outside the key ((tenant, user), seq DESC)");
    }

    @Test
    void nanIsRejected() {
        refused(
                () -> NOTES.update("t", "u", 1L).set(Notes.RATIO, Double.NaN),
                "column ratio of notes: got NaN (Double), expected a number");
    }

    @Test
    void timesFinerThanAMillisecond() {
        Instant fine = Instant.parse("2026-01-02T03:04:05.000000001Z");
        refused(
                () -> NOTES.update("t", "u", 1L).set(Notes.READ_AT, fine),
                "column read_at of notes: got 2026-01-02T03:04:05.000000001Z (Instant), expected whole milliseconds");
    }

    @Test
    void timesBeyondMilliseconds() {
        refused(() -> NOTES.update("t", "u", 1L).set(Notes.READ_AT, Instant.MIN), "expected a time that fits 64 bits");
    }

    @Test
    void loneSurrogate() {
        for (String half : List.of("a\ud800", "\udc00a", "\ud800\ud800\udc00", "\udc00\ud800")) {
            refused(() -> NOTES.update("t", half, 1L), "column user of notes: got '", "well-formed Unicode");
            refused(() -> NOTES.update("t", "u", 1L).put(Notes.LABELS, half, ""), "well-formed Unicode");
            refused(() -> NOTES.update("t", "u", 1L).put(Notes.LABELS, "", half), "well-formed Unicode");
        }
        refused(
                () -> NOTES.update("t", "a\ud800", 1L),
                "got 'a\\ud800', expected",
                "the surrogate at 1 has no partner");
    }

    @Test
    void aValueOverTheLimit() {
        String big = "x".repeat((1 << 20) + 1);
        refused(() -> NOTES.update("t", "u", 1L).set(Notes.TITLE, big), "column title of notes", "at most 1048576");
        refused(() -> NOTES.update("t", "u", 1L).add(Notes.TAGS, big), "column tags of notes", "at most 65535 bytes");
    }

    @Test
    void settingNull() {
        refused(
                () -> NOTES.update("t", "u", 1L).set(Notes.TITLE, null),
                "column title of notes: got null, expected a value; use clear() to remove one");
        Map<String, String> holes = new HashMap<>();
        holes.put("k", null);
        refused(
                () -> NOTES.update("t", "u", 1L).set(Notes.LABELS, holes),
                "column labels of notes: got null, expected a text as the value of entry 'k'");
    }

    @Test
    void clearingACollectionOrRemovingFromAValue() {
        refused(
                () -> NOTES.update("t", "u", 1L).clear(Notes.LABELS),
                "column labels of notes: got 'labels map<text, text>', expected a column with one value");
        refused(
                () -> NOTES.update("t", "u", 1L).remove(Notes.TITLE, "k"),
                "column title of notes: got 'title text', expected a map or a set");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE})
    void aLimitOutOfRange(int limit) {
        refused(
                () -> NOTES.select(ALL, "t", "u").limit(limit),
                "limit of query 'all notes': got " + limit + " (Integer), expected a number from 1 to 10000");
    }

    @Test
    void aBoundWithoutARange() {
        refused(
                () -> NOTES.select(ALL, "t", "u").lessThan(3L),
                "query 'all notes' of notes: got 3 (Long), expected no bound: the query has no range column");
    }

    @Test
    void aRangeOnAColumnThatIsFixed() {
        assertThatThrownBy(() -> Query.named("twice", Notes.TENANT, Notes.USER, Notes.SEQ)
                        .range(Notes.SEQ))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("query 'twice' restricts seq twice");
    }

    private static void refused(ThrowingCallable call, String... words) {
        var thrown = assertThatThrownBy(call).isInstanceOf(InvalidValueException.class);
        for (String word : words) {
            thrown.hasMessageContaining(word);
        }
    }
}
