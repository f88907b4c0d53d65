package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;

/** A test table of the engine contract with numbered lines: the simplest one with a clustering order. */
final class LinesTable {
    record Line(String tenant, long n, String body) {}

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<Long> N = Column.bigint("n", "its number");
    static final Column<String> BODY = Column.text("body", "what it says");

    static final Query ALL = Query.named("all lines", TENANT);
    static final Query RANGE = Query.named("some lines", TENANT).range(N);
    static final Query ONE = Query.named("one line", TENANT, N);

    static final Table<Line> TABLE = named("lines");

    private LinesTable() {}

    static Table<Line> named(String name) {
        return Table.named(name)
                .comment("lines of a tenant")
                .partition(TENANT)
                .clustering(N.asc())
                .columns(BODY)
                .serves(ALL, RANGE, ONE)
                .rows(Line.class);
    }

    static Upsert line(String tenant, long n, String body) {
        return TABLE.upsert(new Line(tenant, n, body));
    }

    static Select<Line> all(String tenant) {
        return TABLE.select(ALL, tenant).limit(Select.MAX_LIMIT);
    }
}
