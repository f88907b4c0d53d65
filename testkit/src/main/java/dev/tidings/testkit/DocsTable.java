package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import java.util.Map;
import java.util.Set;

/** A test table of the engine contract: no time to live, single values, and both kinds of collection column. */
final class DocsTable {
    record Doc(
            String tenant,
            String id,
            String title,
            Integer stars,
            Boolean open,
            Map<String, String> labels,
            Set<String> tags) {}

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<String> ID = Column.text("id", "which document");
    static final Column<String> TITLE = Column.text("title", "a text");
    static final Column<Integer> STARS = Column.integer("stars", "a number");
    static final Column<Boolean> OPEN = Column.bool("open", "a flag");
    static final Column<Map<String, String>> LABELS = Column.textMap("labels", "a map");
    static final Column<Set<String>> TAGS = Column.textSet("tags", "a set");

    static final Query ONE = Query.named("one document", TENANT, ID);
    static final Query ALL = Query.named("all documents", TENANT);

    static final Table<Doc> TABLE = Table.named("docs")
            .comment("documents of a tenant")
            .partition(TENANT)
            .clustering(ID.asc())
            .columns(TITLE, STARS, OPEN, LABELS, TAGS)
            .serves(ONE, ALL)
            .rows(Doc.class);

    private DocsTable() {}

    static Upsert doc(String tenant, String id) {
        return TABLE.update(tenant, id);
    }

    static Select<Doc> one(String tenant, String id) {
        return TABLE.select(ONE, tenant, id);
    }

    /** A row without collections. */
    static Doc row(String tenant, String id, String title, Integer stars) {
        return new Doc(tenant, id, title, stars, null, Map.of(), Set.of());
    }
}
