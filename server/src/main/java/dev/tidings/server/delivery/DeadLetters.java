package dev.tidings.server.delivery;

import dev.tidings.core.log.Log;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.FailedDeliveryRow;
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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Lists the dead letters of a tenant, newest first, and replays one: its delivery starts again with the first attempt. */
public final class DeadLetters {
    /** Reads for one page: the page of a tenant with few failures may come back short, with a cursor to continue. */
    private static final int MAX_READS = 24 * 7;

    private static final int READS_PER_TASK = 10;

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
    public enum ReplayResult {
        REPLAYED,
        NOT_FOUND
    }

    /** Lists newest first. The next page starts before the id that a page ends with. */
    public CompletableFuture<ResultPage<FailedDeliveryRow>> page(String tenant, int limit, Optional<UUID> before) {
        UUID start = before.orElseGet(() -> UuidV7.smallestAt(ids.horizon()));
        return new Scan(tenant, limit).from(Buckets.hour(start), start, MAX_READS);
    }

    /** Walks back from hour to hour until the page is full. */
    private final class Scan {
        private final String tenant;
        private final int limit;
        private final int oldest = Buckets.hour(clock.instant().minus(Retention.FAILURES));
        private final List<FailedDeliveryRow> found = new ArrayList<>();

        Scan(String tenant, int limit) {
            this.tenant = tenant;
            this.limit = limit;
        }

        /** @param hour the hour of the bound, or the one before it: the first id of an hour bounds all ids of the hour before */
        CompletableFuture<ResultPage<FailedDeliveryRow>> from(int hour, UUID before, int readsLeft) {
            if (hour < oldest) {
                return CompletableFuture.completedFuture(new ResultPage<>(found, Optional.empty()));
            }
            if (readsLeft == 0) {
                return CompletableFuture.completedFuture(new ResultPage<>(found, Optional.of(before.toString())));
            }
            Select<FailedDeliveryRow> select = FailedDeliveryRow.TABLE
                    .select(FailedDeliveryRow.PAGE, tenant, hour)
                    .lessThan(before)
                    .limit(limit + 1 - found.size());
            CompletableFuture<Page<FailedDeliveryRow>> read = engine.read(select);
            // Cached pages are read on this thread, and the scan of a quiet tenant is long: yield to others from time
            // to time.
            return readsLeft % READS_PER_TASK == 0
                    ? read.thenComposeAsync(page -> take(page, hour, readsLeft))
                    : read.thenCompose(page -> take(page, hour, readsLeft));
        }

        private CompletableFuture<ResultPage<FailedDeliveryRow>> take(
                Page<FailedDeliveryRow> page, int hour, int readsLeft) {
            found.addAll(page.rows());
            if (found.size() > limit) {
                List<FailedDeliveryRow> items = List.copyOf(found.subList(0, limit));
                return CompletableFuture.completedFuture(new ResultPage<>(
                        items, Optional.of(items.get(limit - 1).failureId().toString())));
            }
            return page.next().isPresent()
                    ? from(hour, found.get(found.size() - 1).failureId(), readsLeft - 1)
                    : from(hour - 1, UuidV7.smallestAt(Buckets.startOfHour(hour)), readsLeft - 1);
        }
    }

    /**
     * Retries a dead letter from its first attempt on. Its states belong to a new round and outrank all of the round before.
     * Completes when it is durable; concurrent requests lead to one round and one retry.
     */
    public CompletableFuture<ReplayResult> replay(String tenant, UUID failure) {
        if (failure.version() != 7) {
            return CompletableFuture.completedFuture(ReplayResult.NOT_FOUND);
        }
        return engine.readOne(
                        FailedDeliveryRow.TABLE.select(FailedDeliveryRow.ONE, tenant, Buckets.hour(failure), failure))
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(ReplayResult.NOT_FOUND)
                        : replay(found.get()).thenApply(done -> ReplayResult.REPLAYED));
    }

    private CompletableFuture<Void> replay(FailedDeliveryRow row) {
        ByteBuffer record = row.record().duplicate();
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        OutboundDelivery failed = OutboundDeliveryCodec.decode(bytes);
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
