package dev.tidings.server.explain;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.explain.ScheduledItem.ScheduledTarget;
import dev.tidings.server.schedule.Schedules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The scan for one page of a list of scheduled notifications, soonest first. Rows of cancelled or moved notifications stay in the tables
 * and are skipped.
 */
final class ScheduledScan {
    /** The maximum number of rows scanned for one page: after many cancelled ones it may be short, with a cursor to continue. */
    private static final int MAX_ROWS = 1_000;

    private static final int MIN_CHUNK = 20;
    /** The number of rows that a read counts for at least: a list of many days with few rows each needs many reads. */
    private static final int MIN_COST = 5;

    private static final int READS_PER_STEP = 10;

    private final Schedules schedules;
    private final String tenant;
    private final Rows rows;
    private final int limit;
    private final List<ScheduledItem> found = new ArrayList<>();

    ScheduledScan(Schedules schedules, String tenant, Rows rows, int limit) {
        this.schedules = schedules;
        this.tenant = tenant;
        this.rows = rows;
        this.limit = limit;
    }

    /** Reads the rows of a list in the order of their positions. */
    interface Rows {
        CompletableFuture<Chunk> after(SchedulePosition position, int limit);
    }

    /**
     * Consecutive rows of a list.
     *
     * @param next the position to continue after, also if there are no rows here; empty at the end of the list
     */
    record Chunk(List<Row> rows, Optional<SchedulePosition> next) {
        /** @param end the position to continue after if the partition has no more rows */
        static Chunk of(List<Row> rows, boolean more, Optional<SchedulePosition> end) {
            return new Chunk(rows, more ? Optional.of(rows.get(rows.size() - 1).position()) : end);
        }
    }

    /**
     * A row of a list.
     *
     * @param changed whether it may have been cancelled or moved
     */
    record Row(Instant at, UUID id, String type, boolean changed, ScheduledTarget target) {
        SchedulePosition position() {
            return new SchedulePosition(at, id);
        }

        ScheduledItem item() {
            return new ScheduledItem(id, type, at, UuidV7.time(id), target);
        }
    }

    /**
     * The items of a page.
     *
     * @param next the position after which the next page starts; empty at the end
     */
    record Result(List<ScheduledItem> items, Optional<SchedulePosition> next) {}

    CompletableFuture<Result> after(SchedulePosition position) {
        return after(position, MAX_ROWS, 1);
    }

    private CompletableFuture<Result> after(SchedulePosition position, int rowsLeft, int reads) {
        if (rowsLeft <= 0) {
            return CompletableFuture.completedFuture(result(Optional.of(position)));
        }
        CompletableFuture<Chunk> read = rows.after(position, Math.max(MIN_CHUNK, limit + 1 - found.size()));
        // In-memory reads run on this thread, and a quiet tenant's year has many: yield to other requests in between.
        return reads % READS_PER_STEP == 0
                ? read.thenComposeAsync(chunk -> take(chunk, rowsLeft, reads))
                : read.thenCompose(chunk -> take(chunk, rowsLeft, reads));
    }

    private CompletableFuture<Result> take(Chunk chunk, int rowsLeft, int reads) {
        return valid(chunk.rows()).thenCompose(items -> {
            found.addAll(items);
            return found.size() <= limit && chunk.next().isPresent()
                    ? after(
                            chunk.next().get(),
                            rowsLeft - Math.max(MIN_COST, chunk.rows().size()),
                            reads + 1)
                    : CompletableFuture.completedFuture(result(chunk.next()));
        });
    }

    private CompletableFuture<List<ScheduledItem>> valid(List<Row> candidates) {
        // All reads are started before the first is waited for.
        List<CompletableFuture<Boolean>> checks =
                candidates.stream().map(this::isValid).toList();
        return CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new)).thenApply(all -> {
            List<ScheduledItem> valid = new ArrayList<>();
            for (int i = 0; i < candidates.size(); i++) {
                if (checks.get(i).join()) {
                    valid.add(candidates.get(i).item());
                }
            }
            return valid;
        });
    }

    /** Most were never changed, which the row itself shows. A row without a type was only marked, before it had one. */
    private CompletableFuture<Boolean> isValid(Row row) {
        if (row.type() == null) {
            return CompletableFuture.completedFuture(false);
        }
        return row.changed()
                ? schedules
                        .find(tenant, row.id())
                        .thenApply(state -> state.filter(there ->
                                        !there.cancelled() && there.due().equals(row.at()))
                                .isPresent())
                : CompletableFuture.completedFuture(true);
    }

    private Result result(Optional<SchedulePosition> next) {
        if (found.size() <= limit) {
            return new Result(found, next);
        }
        ScheduledItem last = found.get(limit - 1);
        return new Result(found.subList(0, limit), Optional.of(new SchedulePosition(last.sendAt(), last.id())));
    }
}
