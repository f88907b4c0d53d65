package dev.tidings.testkit;

import static dev.tidings.testkit.ExpiringTables.MAILS;
import static dev.tidings.testkit.ExpiringTables.REMINDERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.ExpiringTables.Mail;
import dev.tidings.testkit.ExpiringTables.Reminder;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Contract of expiry with an anchor in the key: the row expires as a whole, however late parts of it were written. */
abstract class ExpiryContract extends EngineTheme {
    ExpiryContract(EngineContract contract) {
        super(contract, "contract_expiry", MAILS, REMINDERS);
    }

    @Test
    void aRowIsReadableUntilItsExpirySecond() {
        Instant whole = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        for (int millis : new int[] {0, 1, 999}) {
            Mail mail = new Mail(tenant, ExpiringTables.idAt(whole.plusMillis(millis)), "mail", null);
            Reminder reminder = new Reminder(tenant, millis, whole.plusMillis(millis), "reminder");
            clock.catchUp();
            write(MAILS.upsert(mail), REMINDERS.upsert(reminder));

            assertThat(one(ExpiringTables.one(mail))).contains(mail);
        }
        List<Mail> mails = rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant));
        assertThat(mails).hasSize(3);
        clock.advanceTo(whole.plus(ExpiringTables.LIFE).minusSeconds(1));
        assertThat(rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant)))
                .as("a second before")
                .hasSize(3);
        clock.advanceTo(whole.plus(ExpiringTables.LIFE).minusMillis(1));
        assertThat(rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant)))
                .as("a millisecond before")
                .hasSize(3);
        assertThat(reminders()).hasSize(3);
        clock.advanceTo(whole.plus(ExpiringTables.LIFE));
        assertThat(rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant)))
                .as("the whole second is over, those in the next one are rounded up")
                .isEqualTo(mails.subList(0, 2));
        assertThat(reminders()).containsExactly(1L, 999L);
        assertThat(one(ExpiringTables.one(mails.get(2)))).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant))).isEmpty();
        assertThat(reminders()).isEmpty();
    }

    @Test
    void lateUpdate_expiresWithItsRow() {
        Mail mail = new Mail(tenant, ExpiringTables.idAt(clock.instant()), "mail", null);
        write(MAILS.upsert(mail));
        clock.advanceTo(ExpiringTables.expiry(mail.id()).minusSeconds(1));
        write(MAILS.update(tenant, mail.id()).set(ExpiringTables.READ_AT, clock.instant()));
        assertThat(one(ExpiringTables.one(mail))).contains(new Mail(tenant, mail.id(), "mail", clock.instant()));
        clock.advance(Duration.ofSeconds(1));
        assertThat(one(ExpiringTables.one(mail))).isEmpty();
        assertThat(rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant))).isEmpty();
    }

    @Test
    void updateAfterExpiry_isAcceptedAndNotReturned() {
        Mail mail = new Mail(tenant, ExpiringTables.idAt(clock.instant()), "mail", null);
        write(MAILS.upsert(mail));
        clock.advanceTo(ExpiringTables.expiry(mail.id()));
        write(MAILS.update(tenant, mail.id()).set(ExpiringTables.READ_AT, clock.instant()));
        assertThat(one(ExpiringTables.one(mail))).isEmpty();
    }

    @Test
    void rowWrittenAfterExpiry_isAcceptedAndNotReturned() {
        Instant longAgo = clock.instant().minus(ExpiringTables.LIFE).minusSeconds(60);
        Mail late = new Mail(tenant, ExpiringTables.idAt(longAgo), "too late", null);
        Mail live = new Mail(tenant, ExpiringTables.idAt(clock.instant()), "in time", null);
        await(engine.write(Batch.samePartition(List.of(MAILS.upsert(late), MAILS.upsert(live)))));
        assertThat(rows(MAILS.select(ExpiringTables.ALL_MAILS, tenant))).containsExactly(live);
        assertThat(one(ExpiringTables.one(late))).isEmpty();
    }

    @Test
    void anAnchorInTheFutureLivesLonger() {
        Mail mail =
                new Mail(tenant, ExpiringTables.idAt(clock.instant().plus(Duration.ofDays(300))), "scheduled", null);
        write(MAILS.upsert(mail));
        clock.advance(ExpiringTables.LIFE.multipliedBy(2));
        assertThat(one(ExpiringTables.one(mail))).contains(mail);
    }

    @Test
    void aDeletedRowStaysDeleted() {
        Mail mail = new Mail(tenant, ExpiringTables.idAt(clock.instant()), "mail", null);
        write(MAILS.upsert(mail), MAILS.delete(tenant, mail.id()));
        assertThat(one(ExpiringTables.one(mail))).isEmpty();
        write(MAILS.upsert(mail));
        assertThat(one(ExpiringTables.one(mail))).contains(mail);
    }

    @Test
    void expiredRowsDoNotShortenAPage() {
        expireEven(20);
        Page<Reminder> page =
                page(REMINDERS.select(ExpiringTables.ALL_REMINDERS, tenant).limit(4));
        assertThat(page.rows()).extracting(Reminder::n).containsExactly(1L, 3L, 5L, 7L);
        assertThat(walk(3, false)).containsExactly(1L, 3L, 5L, 7L, 9L, 11L, 13L, 15L, 17L, 19L);
        assertThat(walk(3, true)).containsExactly(19L, 17L, 15L, 13L, 11L, 9L, 7L, 5L, 3L, 1L);
    }

    @Test
    void noCursorLeadsToExpiredRowsOnly() {
        expireEven(6);
        assertThat(page(REMINDERS.select(ExpiringTables.ALL_REMINDERS, tenant).limit(3))
                        .next())
                .as("only number 6 follows, and it is gone")
                .isEmpty();
    }

    @Test
    void cursor_survivesExpiryOfItsRow() {
        Instant soon = clock.instant();
        for (long n = 1; n <= 6; n++) {
            write(REMINDERS.upsert(new Reminder(tenant, n, n <= 2 ? soon : soon.plusSeconds(600), "reminder")));
        }
        String next = page(REMINDERS
                        .select(ExpiringTables.ALL_REMINDERS, tenant)
                        .limit(2))
                .next()
                .orElseThrow();
        clock.advanceTo(ExpiringTables.expiry(soon));
        assertThat(page(REMINDERS.select(ExpiringTables.ALL_REMINDERS, tenant).after(next))
                        .rows())
                .extracting(Reminder::n)
                .containsExactly(3L, 4L, 5L, 6L);
    }

    /** Writes rows 1 to n and lets the even ones expire. */
    private void expireEven(int count) {
        Instant soon = clock.instant();
        for (long n = 1; n <= count; n++) {
            Instant anchor = n % 2 == 0 ? soon : soon.plusSeconds(600);
            write(REMINDERS.upsert(new Reminder(tenant, n, anchor, "reminder")));
        }
        clock.advanceTo(ExpiringTables.expiry(soon));
    }

    private List<Long> walk(int limit, boolean back) {
        List<Long> seen = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            Select<Reminder> select =
                    REMINDERS.select(ExpiringTables.ALL_REMINDERS, tenant).limit(limit);
            select = back ? select.backwards() : select;
            Page<Reminder> page = page(next.isPresent() ? select.after(next.get()) : select);
            assertThat(page.rows()).as("rows of a page").isNotEmpty();
            page.rows().forEach(reminder -> seen.add(reminder.n()));
            next = page.next();
        } while (next.isPresent());
        return seen;
    }

    private List<Long> reminders() {
        return rows(REMINDERS.select(ExpiringTables.ALL_REMINDERS, tenant)).stream()
                .map(Reminder::n)
                .toList();
    }
}
