package dev.tidings.widecolumn;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Two tables for tests: one with a column of most types, one with an anchored TTL. */
final class Notes {
    record Note(
            String tenant,
            String user,
            long seq,
            String title,
            Integer stars,
            Double ratio,
            Instant readAt,
            ByteBuffer payload,
            Map<String, String> labels,
            Set<String> tags) {}

    record Lease(String tenant, String owner, Instant grantedAt) {}

    static final Column<String> TENANT = Column.text("tenant", "whose note it is");
    static final Column<String> USER = Column.text("user", "who reads it");
    static final Column<Long> SEQ = Column.bigint("seq", "its place");
    static final Column<String> TITLE = Column.text("title", "what it says");
    static final Column<Integer> STARS = Column.integer("stars", "how good it is");
    static final Column<Double> RATIO = Column.real("ratio", "a number");
    static final Column<Instant> READ_AT = Column.timestamp("read_at", "when it was read");
    static final Column<ByteBuffer> PAYLOAD = Column.blob("payload", "bytes");
    static final Column<Map<String, String>> LABELS = Column.textMap("labels", "names and values");
    static final Column<Set<String>> TAGS = Column.textSet("tags", "names");
    static final Column<String> OWNER = Column.text("owner", "who holds it");
    static final Column<Instant> GRANTED_AT = Column.timestamp("granted_at", "since when");

    static final Query ALL = Query.named("all notes", TENANT, USER);
    static final Query RANGE = Query.named("notes in a range", TENANT, USER).range(SEQ);
    static final Query LEASE = Query.named("the lease", TENANT);

    static final Table<Note> NOTES = notes("notes");
    static final Table<Note> OTHER_NOTES = notes("other_notes");
    static final Table<Lease> LEASES = Table.named("leases")
            .comment("who holds the lease")
            .partition(TENANT)
            .columns(OWNER, GRANTED_AT)
            .ttl(Ttl.anchored(GRANTED_AT, Duration.ofHours(1)))
            .serves(LEASE)
            .rows(Lease.class);

    private Notes() {}

    private static Table<Note> notes(String name) {
        return Table.named(name)
                .comment("the notes of a user")
                .partition(TENANT, USER)
                .clustering(SEQ.desc())
                .columns(TITLE, STARS, RATIO, READ_AT, PAYLOAD, LABELS, TAGS)
                .serves(ALL, RANGE)
                .rows(Note.class);
    }

    static Note note(String tenant, String user, long seq) {
        return new Note(tenant, user, seq, "hello", null, null, null, null, null, null);
    }
}
