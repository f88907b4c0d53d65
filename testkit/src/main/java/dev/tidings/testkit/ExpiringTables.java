package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Two test tables of the engine contract whose rows expire an hour after a time in their key: a version 7 UUID or a timestamp. */
final class ExpiringTables {
    record Mail(String tenant, UUID id, String title, Instant readAt) {}

    record Reminder(String tenant, long n, Instant dueAt, String body) {}

    static final Duration LIFE = Duration.ofHours(1);

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<UUID> ID = Column.uuid("id", "carries the time from which the row lives");
    static final Column<String> TITLE = Column.text("title", "what it says");
    static final Column<Instant> READ_AT = Column.timestamp("read_at", "written late in the row's life");
    static final Column<Long> N = Column.bigint("n", "sorts rows in another order than that of their expiry");
    static final Column<Instant> DUE_AT = Column.timestamp("due_at", "the time from which the row lives");
    static final Column<String> BODY = Column.text("body", "what it says");

    static final Query ALL_MAILS = Query.named("all mails", TENANT);
    static final Query ONE_MAIL = Query.named("one mail", TENANT, ID);
    static final Query ALL_REMINDERS = Query.named("all reminders", TENANT);

    static final Table<Mail> MAILS = Table.named("mails")
            .comment("mails of a tenant, newest first")
            .partition(TENANT)
            .clustering(ID.desc())
            .columns(TITLE, READ_AT)
            .ttl(Ttl.anchored(ID, LIFE))
            .serves(ALL_MAILS, ONE_MAIL)
            .rows(Mail.class);

    static final Table<Reminder> REMINDERS = Table.named("reminders")
            .comment("reminders of a tenant, by number")
            .partition(TENANT)
            .clustering(N.asc(), DUE_AT.asc())
            .columns(BODY)
            .ttl(Ttl.anchored(DUE_AT, LIFE))
            .serves(ALL_REMINDERS)
            .rows(Reminder.class);

    private ExpiringTables() {}

    /** A version 7 UUID of an instant. */
    static UUID idAt(Instant at) {
        UUID random = UUID.randomUUID();
        return new UUID(
                at.toEpochMilli() << 16 | 0x7000 | random.getMostSignificantBits() & 0xfff,
                random.getLeastSignificantBits());
    }

    static Select<Mail> one(Mail mail) {
        return MAILS.select(ONE_MAIL, mail.tenant(), mail.id());
    }

    /** The instant at which a row with this anchor expires. */
    static Instant expiry(Object anchor) {
        return Instant.ofEpochSecond(Ttl.anchored(ID, LIFE).expirySecond(anchor));
    }
}
