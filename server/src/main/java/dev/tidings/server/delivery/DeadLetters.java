package dev.tidings.server.delivery;

import dev.tidings.core.log.Log;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.StatusText;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Lists the dead letters of a tenant, newest first, and replays one: its delivery starts again with the first attempt. */
public final class DeadLetters {
    private static final int READS_PER_TASK = 10;

    private static final Set<String> SENT = Set.of(DeliveryState.SENT.wire(), DeliveryState.DELIVERED.wire());

    private final Engine engine;
    private final Log log;
    private final IdGenerator ids;
    private final InstantSource clock;

    public DeadLetters(Engine engine, Log log, IdGenerator ids, InstantSource clock) {
        this.engine = engine;
        this.log = log;
        this.ids = ids;
        this.clock = clock;
    }

    /** The result of a request to replay a dead letter. */
    public sealed interface ReplayResult {
        /** The delivery is tried again. */
        record Started() implements ReplayResult {}

        /**
         * Nothing is done: the delivery was replayed before, or a provider has accepted the message after all.
         *
         * @param status the state of the delivery now
         */
        record Unchanged(StatusText status) implements ReplayResult {}

        /** There is no such dead letter. */
        record NotFound() implements ReplayResult {}
    }

    /**
     * The period of a list. The only filter: the key has no other column, and searching all dead letters for a user or a channel would
     * read a day of millions for nothing.
     *
     * @param since inclusive
     * @param until exclusive
     */
    public record Period(Optional<Instant> since, Optional<Instant> until) {
        public static final Period ALL = new Period(Optional.empty(), Optional.empty());
    }

    /** All of the last 30 days; see {@link #page(String, Period, int, Optional)}. */
    public CompletableFuture<ResultPage<FailedDeliveryRow>> page(String tenant, int limit, Optional<UUID> before) {
        return page(tenant, Period.ALL, limit, before);
    }

    /** Lists newest first. The next page starts before the id that a page ends with; there is none if nothing follows. */
    public CompletableFuture<ResultPage<FailedDeliveryRow>> page(
            String tenant, Period period, int limit, Optional<UUID> before) {
        UUID newest = UuidV7.smallestAt(ids.horizon());
        UUID end = period.until().map(UuidV7::smallestAt).orElse(newest);
        UUID first = UuidV7.time(end).isBefore(UuidV7.time(newest)) ? end : newest;
        UUID start = before.orElse(first);
        return new Scan(tenant, limit, period.since()).from(Buckets.hour(start), start, 1);
    }

    /** Walks back from hour to hour until the page is full. At most the hours of 30 days, each one read if it is empty. */
    private final class Scan {
        private final String tenant;
        private final int limit;
        private final UUID oldest;
        private final List<FailedDeliveryRow> found = new ArrayList<>();

        Scan(String tenant, int limit, Optional<Instant> since) {
            this.tenant = tenant;
            this.limit = limit;
            Instant kept = clock.instant().minus(Retention.FAILURES);
            Instant from = since.filter(kept::isBefore).orElse(kept);
            this.oldest = UuidV7.smallestAt(from);
        }

        /** @param hour the hour of the bound, or the one before it: the first id of an hour bounds all ids of the hour before */
        CompletableFuture<ResultPage<FailedDeliveryRow>> from(int hour, UUID before, int reads) {
            if (hour < Buckets.hour(oldest)) {
                return CompletableFuture.completedFuture(new ResultPage<>(found, Optional.empty()));
            }
            Select<FailedDeliveryRow> select = FailedDeliveryRow.TABLE
                    .select(FailedDeliveryRow.PAGE, tenant, hour)
                    .atLeast(oldest)
                    .lessThan(before)
                    .limit(limit + 1 - found.size());
            CompletableFuture<Page<FailedDeliveryRow>> read = engine.read(select);
            // Cached pages are read on this thread, and the scan of a quiet tenant is long: yield to others from time
            // to time.
            return reads % READS_PER_TASK == 0
                    ? read.thenComposeAsync(page -> take(page, hour, before, reads))
                    : read.thenCompose(page -> take(page, hour, before, reads));
        }

        private CompletableFuture<ResultPage<FailedDeliveryRow>> take(
                Page<FailedDeliveryRow> page, int hour, UUID before, int reads) {
            found.addAll(page.rows());
            if (found.size() > limit) {
                List<FailedDeliveryRow> items = List.copyOf(found.subList(0, limit));
                return CompletableFuture.completedFuture(new ResultPage<>(
                        items, Optional.of(items.get(limit - 1).failureId().toString())));
            }
            if (page.next().isEmpty()) {
                return from(hour - 1, UuidV7.smallestAt(Buckets.startOfHour(hour)), reads + 1);
            }
            int rows = page.rows().size();
            return from(hour, rows == 0 ? before : page.rows().get(rows - 1).failureId(), reads + 1);
        }
    }

    /**
     * Retries a dead letter from its first attempt on, unless it was replayed before or its message was accepted after all. Its states
     * belong to a new round and outrank all of the round before. Completes when it is durable; concurrent requests lead to one round and
     * one retry.
     */
    public CompletableFuture<ReplayResult> replay(String tenant, UUID failure) {
        if (failure.version() != 7) {
            return CompletableFuture.completedFuture(new ReplayResult.NotFound());
        }
        return engine.readOne(
                        FailedDeliveryRow.TABLE.select(FailedDeliveryRow.ONE, tenant, Buckets.hour(failure), failure))
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(new ReplayResult.NotFound())
                        : replayUnlessDone(found.get()));
    }

    private CompletableFuture<ReplayResult> replayUnlessDone(FailedDeliveryRow row) {
        OutboundDelivery failed = delivery(row);
        return status(failed).thenCompose(status -> {
            boolean isSent = status.filter(now -> SENT.contains(now.state())).isPresent();
            return isSent || row.replayedAt() != null && status.isPresent()
                    ? CompletableFuture.completedFuture(new ReplayResult.Unchanged(status.get()))
                    : replay(row, failed).thenApply(done -> new ReplayResult.Started());
        });
    }

    /** The state of the delivery now; empty if it is not stored any more. */
    private CompletableFuture<Optional<StatusText>> status(OutboundDelivery o) {
        return engine.readOne(NotificationRow.TABLE.select(
                        NotificationRow.ONE,
                        o.user().tenant(),
                        o.user().user(),
                        Buckets.month(o.position()),
                        o.position()))
                .thenApply(row -> row.map(NotificationRow::channelStatus)
                        .map(states -> states.get(o.channel().wire()))
                        .map(StatusText::parse));
    }

    private static OutboundDelivery delivery(FailedDeliveryRow row) {
        ByteBuffer record = row.record().duplicate();
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        return OutboundDeliveryCodec.decode(bytes);
    }

    private CompletableFuture<Void> replay(FailedDeliveryRow row, OutboundDelivery failed) {
        OutboundDelivery replayed = failed.replayed(failed.round() + 1);
        Instant now = Instant.ofEpochMilli(clock.millis());
        // Log first: if the log refuses the record, no row may claim a retry. The results of the retry outrank the
        // state written here, in either order.
        return log.append(List.of(OutboundDeliveryCodec.entry(replayed)))
                .thenCompose(durable -> engine.write(Batch.acrossPartitions(List.of(
                        DeliveryRows.state(DeliveryEvent.of(replayed, DeliveryStatus.of(DeliveryState.PENDING))),
                        FailedDeliveryRow.TABLE
                                .update(row.tenant(), row.hour(), row.failureId())
                                .set(FailedDeliveryRow.REPLAYED_AT, now)))));
    }
}
