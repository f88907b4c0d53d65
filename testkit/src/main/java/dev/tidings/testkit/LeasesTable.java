package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.time.Instant;

/** A test table of the engine contract whose rows expire an hour after a time outside their key, so that the expiry can move. */
final class LeasesTable {
    record Lease(String tenant, String name, String owner, String note, Instant grantedAt) {}

    static final Duration LIFE = Duration.ofHours(1);

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<String> NAME = Column.text("name", "what is leased");
    static final Column<String> OWNER = Column.text("owner", "who holds it");
    static final Column<String> NOTE = Column.text("note", "not written by everyone");
    static final Column<Instant> GRANTED_AT = Column.timestamp("granted_at", "the time from which the row lives");

    static final Query ONE = Query.named("one lease", TENANT, NAME);

    static final Table<Lease> TABLE = Table.named("leases")
            .comment("who holds what")
            .partition(TENANT, NAME)
            .columns(OWNER, NOTE, GRANTED_AT)
            .ttl(Ttl.anchored(GRANTED_AT, LIFE))
            .serves(ONE)
            .rows(Lease.class);

    private LeasesTable() {}

    static Select<Lease> one(String tenant, String name) {
        return TABLE.select(ONE, tenant, name);
    }
}
