package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads pages of the notifications scheduled for a user, or of all that a tenant has scheduled, soonest first. */
final class ScheduledList {
    private final Engine engine;
    private final InstantSource clock;
    private final Schedules schedules;

    ScheduledList(Engine engine, InstantSource clock, Schedules schedules) {
        this.engine = engine;
        this.clock = clock;
        this.schedules = schedules;
    }

    CompletableFuture<ResultPage<ScheduledItem>> ofUser(
            String tenant, String user, int limit, Optional<String> cursor) {
        ScheduledScan scan =
                new ScheduledScan(schedules, tenant, (after, rows) -> ofUser(tenant, user, after, rows), limit);
        return page(scan, "scheduled for " + tenant + " " + user, waiting(), cursor);
    }

    /**
     * @param from the earliest send time, now if it is empty or in the past
     * @param until the end of the send times, exclusive
     */
    CompletableFuture<ResultPage<ScheduledItem>> ofTenant(
            String tenant, Optional<Instant> from, Optional<Instant> until, int limit, Optional<String> cursor) {
        Optional<Instant> first = from.map(ScheduledList::wholeMillis);
        Optional<Instant> end = until.map(ScheduledList::wholeMillis);
        ScheduledScan scan = new ScheduledScan(schedules, tenant, new TenantScheduleReader(engine, tenant, end), limit);
        String query =
                "scheduled by " + tenant + " " + first.map(Instant::toString).orElse("") + " "
                        + end.map(Instant::toString).orElse("");
        SchedulePosition start = waiting();
        return page(
                scan,
                query,
                first.map(SchedulePosition::before).map(start::orLater).orElse(start),
                cursor);
    }

    private static CompletableFuture<ResultPage<ScheduledItem>> page(
            ScheduledScan scan, String query, SchedulePosition start, Optional<String> cursor) {
        // Of an old cursor, the next items may have been sent.
        SchedulePosition after = cursor.map(text -> SchedulePosition.parse(text, query))
                .map(start::orLater)
                .orElse(start);
        return scan.after(after)
                .thenApply(
                        result -> new ResultPage<>(result.items(), result.next().map(next -> next.cursor(query))));
    }

    /** The position before everything that is not due yet. */
    private SchedulePosition waiting() {
        return SchedulePosition.before(Instant.ofEpochMilli(clock.millis() + 1));
    }

    /** Send times have millisecond precision: a bound between two of them is the later one. */
    private static Instant wholeMillis(Instant time) {
        Instant floor = time.truncatedTo(ChronoUnit.MILLIS);
        return floor.equals(time) ? floor : floor.plusMillis(1);
    }

    private CompletableFuture<ScheduledScan.Chunk> ofUser(
            String tenant, String user, SchedulePosition after, int limit) {
        Select<ScheduledByUserRow> select = ScheduledByUserRow.TABLE
                .select(ScheduledByUserRow.UPCOMING, tenant, user)
                .limit(limit);
        select.after(select.cursorAfter(new Object[] {tenant, user, after.at(), after.id()}));
        return engine.read(select)
                .thenApply(page -> ScheduledScan.Chunk.of(
                        page.rows().stream().map(ScheduledList::row).toList(),
                        page.next().isPresent(),
                        Optional.empty()));
    }

    private static ScheduledScan.Row row(ScheduledByUserRow row) {
        boolean changed = Boolean.TRUE.equals(row.changed()) || row.version() != null && row.version() > 1;
        return new ScheduledScan.Row(row.scheduledAt(), row.notificationId(), row.type(), changed, null);
    }
}
