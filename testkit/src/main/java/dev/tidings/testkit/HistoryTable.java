package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import java.util.Map;
import java.util.Set;

/** The test table of {@link HistoryContract}: two clustering columns that sort in opposite directions, and every kind of cell. */
final class HistoryTable {
    record Card(
            String tenant,
            String lane,
            int n,
            String title,
            Integer stars,
            Map<String, String> labels,
            Set<String> tags) {}

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one history apart from all others");
    static final Column<String> LANE = Column.text("lane", "sorted up");
    static final Column<Integer> N = Column.integer("n", "sorted down");
    static final Column<String> TITLE = Column.text("title", "a text");
    static final Column<Integer> STARS = Column.integer("stars", "a number");
    static final Column<Map<String, String>> LABELS = Column.textMap("labels", "a map");
    static final Column<Set<String>> TAGS = Column.textSet("tags", "a set");

    static final Query ALL = Query.named("all cards", TENANT);
    static final Query LANES = Query.named("a range of lanes", TENANT).range(LANE);
    static final Query OF_LANE = Query.named("a range of a lane", TENANT, LANE).range(N);

    static final Table<Card> TABLE = Table.named("cards")
            .comment("cards of a tenant by lane")
            .partition(TENANT)
            .clustering(LANE.asc(), N.desc())
            .columns(TITLE, STARS, LABELS, TAGS)
            .serves(ALL, LANES, OF_LANE)
            .rows(Card.class);

    private HistoryTable() {}
}
