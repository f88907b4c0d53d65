package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import java.util.List;

/**
 * A test table of the engine contract with two texts in the partition key and two in the clustering key, to detect ambiguous key
 * encodings.
 */
final class PairsTable {
    record Pair(String tenant, String a, String b, String c, String d, String body) {}

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<String> A = Column.text("a", "first of the partition key");
    static final Column<String> B = Column.text("b", "second of the partition key");
    static final Column<String> C = Column.text("c", "first clustering column");
    static final Column<String> D = Column.text("d", "second clustering column");
    static final Column<String> BODY = Column.text("body", "says which row it is");

    static final Query ONE = Query.named("one pair", TENANT, A, B, C, D);
    static final Query PARTITION = Query.named("pairs of a partition", TENANT, A, B);

    static final Table<Pair> TABLE = Table.named("pairs")
            .comment("rows whose key is made of texts")
            .partition(TENANT, A, B)
            .clustering(C.asc(), D.desc())
            .columns(BODY)
            .serves(ONE, PARTITION)
            .rows(Pair.class);

    /** Texts that become ambiguous if a key is concatenated carelessly. */
    static final List<String> AWKWARD = List.of(
            "",
            "\0",
            "\0\0",
            "\0\1",
            "\1",
            "\0ÿ",
            "a",
            "a\0",
            "a\0b",
            "b",
            "b\0c",
            "\0a",
            "ab",
            ":",
            "a:b",
            "ÿ",
            "ÿÿ",
            "\uffff",
            Character.toString(0x10FFFF),
            "e\u0301",
            "é");

    private PairsTable() {}
}
