package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;

/** A test table of the engine contract: three clustering columns of mixed sort order, and a query for every shape of slice. */
final class EventsTable {
    record Event(String tenant, String channel, long at, int part, String body) {}

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<String> CHANNEL = Column.text("channel", "sorted up");
    static final Column<Long> AT = Column.bigint("at", "sorted down");
    static final Column<Integer> PART = Column.integer("part", "sorted up again");
    static final Column<String> BODY = Column.text("body", "what happened");

    static final Query ALL = Query.named("all events", TENANT);
    static final Query CHANNELS = Query.named("a range of channels", TENANT).range(CHANNEL);
    static final Query OF_CHANNEL = Query.named("events of a channel", TENANT, CHANNEL);
    static final Query TIMES = Query.named("a range of times", TENANT, CHANNEL).range(AT);
    static final Query PARTS =
            Query.named("a range of parts", TENANT, CHANNEL, AT).range(PART);
    static final Query ONE = Query.named("one event", TENANT, CHANNEL, AT, PART);

    static final Table<Event> TABLE = Table.named("events")
            .comment("events of a tenant, by channel, newest first")
            .partition(TENANT)
            .clustering(CHANNEL.asc(), AT.desc(), PART.asc())
            .columns(BODY)
            .serves(ALL, CHANNELS, OF_CHANNEL, TIMES, PARTS, ONE)
            .rows(Event.class);

    private EventsTable() {}
}
