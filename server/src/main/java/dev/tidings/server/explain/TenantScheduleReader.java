package dev.tidings.server.explain;

import dev.tidings.server.explain.ScheduledItem.ScheduledTarget;
import dev.tidings.server.explain.ScheduledScan.Chunk;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledDayRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** Reads the schedule of a tenant day by day, skipping days without rows. For one scan, by one thread at a time. */
final class TenantScheduleReader implements ScheduledScan.Rows {
    private static final int DAYS_PER_READ = 100;

    private final Engine engine;
    private final String tenant;
    private final Optional<Instant> until;
    /** Days that are read next. */
    private final Queue<Integer> days = new ArrayDeque<>();

    private boolean lastDaysRead;

    TenantScheduleReader(Engine engine, String tenant, Optional<Instant> until) {
        this.engine = engine;
        this.tenant = tenant;
        this.until = until;
    }

    @Override
    public CompletableFuture<Chunk> after(SchedulePosition position, int limit) {
        int first = Buckets.day(position.at());
        while (!days.isEmpty() && days.peek() < first) {
            days.remove();
        }
        boolean ended = until.isPresent() && !position.at().isBefore(until.get());
        if (ended || days.isEmpty() && lastDaysRead) {
            return CompletableFuture.completedFuture(new Chunk(List.of(), Optional.empty()));
        }
        return days.isEmpty()
                ? readDays(first).thenCompose(read -> after(position, limit))
                : readDay(days.peek(), position, limit);
    }

    private CompletableFuture<Void> readDays(int first) {
        Select<ScheduledDayRow> select = ScheduledDayRow.TABLE
                .select(ScheduledDayRow.UPCOMING, tenant)
                .atLeast(first)
                .limit(DAYS_PER_READ);
        until.ifPresent(end -> select.atMost(Buckets.day(end.minusMillis(1))));
        return engine.read(select).thenAccept(page -> {
            page.rows().forEach(row -> days.add(row.day()));
            lastDaysRead = page.next().isEmpty();
        });
    }

    private CompletableFuture<Chunk> readDay(int day, SchedulePosition position, int limit) {
        Select<ScheduledByTenantRow> select = ScheduledByTenantRow.TABLE
                .select(ScheduledByTenantRow.UPCOMING, tenant, day, 0)
                .limit(limit);
        until.ifPresent(select::lessThan);
        select.after(select.cursorAfter(new Object[] {tenant, day, 0, position.at(), position.id()}));
        return engine.read(select).thenApply(page -> {
            boolean moreDays = days.size() > 1 || !lastDaysRead;
            return Chunk.of(
                    page.rows().stream().map(TenantScheduleReader::row).toList(),
                    page.next().isPresent(),
                    moreDays ? Optional.of(SchedulePosition.before(Buckets.startOfDay(day + 1))) : Optional.empty());
        });
    }

    private static ScheduledScan.Row row(ScheduledByTenantRow row) {
        long recipients = row.recipientCount() == null ? 1 : row.recipientCount();
        return new ScheduledScan.Row(
                row.scheduledAt(),
                row.notificationId(),
                row.type(),
                Boolean.TRUE.equals(row.changed()),
                new ScheduledTarget(row.targetType(), row.targetId(), recipients));
    }
}
