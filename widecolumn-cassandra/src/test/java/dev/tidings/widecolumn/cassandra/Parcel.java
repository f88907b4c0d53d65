package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The row of a small test table. */
record Parcel(String owner, Instant sent, String label, Map<String, String> stops) {
    static final Column<String> OWNER = Column.text("owner", "whose parcel it is");
    static final Column<Instant> SENT = Column.timestamp("sent", "sorts the parcels, and starts their life");
    static final Column<String> LABEL = Column.text("label", "what is on it");
    static final Column<Map<String, String>> STOPS = Column.textMap("stops", "where it has been");
    static final Query ALL = Query.named("parcels of an owner", OWNER).range(SENT);
    static final Query ONE = Query.named("one parcel", OWNER, SENT);

    static final Duration LIFE = Duration.ofDays(1);

    static final Table<Parcel> TABLE = Table.named("parcels")
            .comment("parcels")
            .partition(OWNER)
            .clustering(SENT.desc())
            .columns(LABEL, STOPS)
            .ttl(Ttl.anchored(SENT, LIFE))
            .serves(ALL, ONE)
            .rows(Parcel.class);

    static final Schema SCHEMA = Schema.of("parcels", TABLE);

    static Parcel of(String owner, Instant sent, String label) {
        return new Parcel(owner, sent, label, Map.of());
    }
}
