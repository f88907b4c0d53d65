package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads pages of the notifications scheduled for a user, soonest first. Rows of cancelled or moved notifications stay in the table and are
 * skipped.
 */
final class ScheduledList {
    /** The maximum number of rows scanned for one page: after many cancelled ones it may be short, with a cursor to continue. */
    private static final int MAX_ROWS = 1_000;

    private static final int MIN_CHUNK = 20;

    private final Engine engine;
    private final InstantSource clock;
    private final Schedules schedules;

    ScheduledList(Engine engine, InstantSource clock, Schedules schedules) {
        this.engine = engine;
        this.clock = clock;
        this.schedules = schedules;
    }

    CompletableFuture<ResultPage<ScheduledItem>> page(String tenant, String user, int limit, Optional<String> cursor) {
        return new Scan(tenant, user, limit).from(cursor, MAX_ROWS);
    }

    /** The scan for one page. */
    private final class Scan {
        private final String tenant;
        private final String user;
        private final int limit;
        private final Instant now = Instant.ofEpochMilli(clock.millis());
        private final List<ScheduledByUserRow> found = new ArrayList<>();

        Scan(String tenant, String user, int limit) {
            this.tenant = tenant;
            this.user = user;
            this.limit = limit;
        }

        CompletableFuture<ResultPage<ScheduledItem>> from(Optional<String> cursor, int rowsLeft) {
            if (rowsLeft <= 0) {
                return CompletableFuture.completedFuture(listing(cursor));
            }
            int chunk = Math.max(MIN_CHUNK, limit + 1 - found.size());
            Select<ScheduledByUserRow> select = select().limit(chunk);
            try {
                cursor.ifPresent(select::after);
            } catch (InvalidValueException e) {
                throw new InvalidCursorException();
            }
            return engine.read(select)
                    .thenCompose(page -> valid(page.rows()).thenCompose(rows -> {
                        found.addAll(rows);
                        return found.size() <= limit && page.next().isPresent()
                                ? from(page.next(), rowsLeft - chunk)
                                : CompletableFuture.completedFuture(end(page));
                    }));
        }

        private Select<ScheduledByUserRow> select() {
            return ScheduledByUserRow.TABLE
                    .select(ScheduledByUserRow.UPCOMING, tenant, user)
                    .greaterThan(now);
        }

        private CompletableFuture<List<ScheduledByUserRow>> valid(List<ScheduledByUserRow> rows) {
            // All reads are started before the first is waited for.
            List<CompletableFuture<Boolean>> checks =
                    rows.stream().map(this::isValid).toList();
            return CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new))
                    .thenApply(all -> {
                        List<ScheduledByUserRow> valid = new ArrayList<>();
                        for (int i = 0; i < rows.size(); i++) {
                            if (checks.get(i).join()) {
                                valid.add(rows.get(i));
                            }
                        }
                        return valid;
                    });
        }

        /** Most were never changed, which the row itself shows. */
        private CompletableFuture<Boolean> isValid(ScheduledByUserRow row) {
            boolean unchanged = !Boolean.TRUE.equals(row.changed()) && (row.version() == null || row.version() <= 1);
            return unchanged
                    ? CompletableFuture.completedFuture(true)
                    : schedules
                            .find(tenant, row.notificationId())
                            .thenApply(state -> state.filter(there ->
                                            !there.cancelled() && there.due().equals(row.scheduledAt()))
                                    .isPresent());
        }

        private ResultPage<ScheduledItem> end(Page<ScheduledByUserRow> page) {
            if (found.size() <= limit) {
                return listing(page.next());
            }
            ScheduledByUserRow last = found.get(limit - 1);
            return listing(Optional.of(
                    select().cursorAfter(new Object[] {tenant, user, last.scheduledAt(), last.notificationId()})));
        }

        private ResultPage<ScheduledItem> listing(Optional<String> next) {
            return new ResultPage<>(
                    found.stream()
                            .limit(limit)
                            .map(row -> new ScheduledItem(
                                    row.notificationId(),
                                    row.type(),
                                    row.scheduledAt(),
                                    UuidV7.time(row.notificationId())))
                            .toList(),
                    next);
        }
    }
}
