package dev.tidings.server.deliver;

import dev.tidings.core.log.Log;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.log.Outgoing;
import dev.tidings.server.log.OutgoingCodec;
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

/** Deliveries that were given up, and another try by hand. */
public final class DeadLetters {
    /** Reads for one page: a quiet tenant's page may come back short, with a cursor to go on. */
    private static final int MOST_READS = 24 * 7;

    private static final int READS_AT_ONCE = 10;

    private final Engine engine;
    private final Log log;
    private final IdMint ids;
    private final InstantSource clock;

    public DeadLetters(Engine engine, Log log, IdMint ids, InstantSource clock) {
        this.engine = engine;
        this.log = log;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * One part of the list.
     *
     * @param before the id from which on the next part is to be read; empty if there is no more
     */
    public record Listed(List<FailedDeliveryRow> items, Optional<UUID> before) {}

    /** What came of the wish to have one tried again. */
    public enum Replay {
        TRIED,
        NOT_FOUND
    }

    /** Newest first. */
    public CompletableFuture<Listed> page(String tenant, int limit, Optional<UUID> before) {
        UUID start = before.orElseGet(() -> UuidV7.first(ids.horizon()));
        return new Scan(tenant, limit).from(Buckets.hour(start), start, MOST_READS);
    }

    private final class Scan {
        private final String tenant;
        private final int limit;
        private final int oldest = Buckets.hour(clock.instant().minus(Retention.FAILURES));
        private final List<FailedDeliveryRow> found = new ArrayList<>();

        Scan(String tenant, int limit) {
            this.tenant = tenant;
            this.limit = limit;
        }

        /** @param hour that of the bound, or the one before it: the first id of an hour bounds all of the hour before */
        CompletableFuture<Listed> from(int hour, UUID before, int readsLeft) {
            if (hour < oldest) {
                return CompletableFuture.completedFuture(new Listed(found, Optional.empty()));
            }
            if (readsLeft == 0) {
                return CompletableFuture.completedFuture(new Listed(found, Optional.of(before)));
            }
            Select<FailedDeliveryRow> select = FailedDeliveryRow.TABLE
                    .select(FailedDeliveryRow.PAGE, tenant, hour)
                    .lessThan(before)
                    .limit(limit + 1 - found.size());
            CompletableFuture<Page<FailedDeliveryRow>> read = engine.read(select);
            // What is in memory is read on this thread, and a quiet tenant's week is long: others want it, too.
            return readsLeft % READS_AT_ONCE == 0
                    ? read.thenComposeAsync(page -> take(page, hour, readsLeft))
                    : read.thenCompose(page -> take(page, hour, readsLeft));
        }

        private CompletableFuture<Listed> take(Page<FailedDeliveryRow> page, int hour, int readsLeft) {
            found.addAll(page.rows());
            if (found.size() > limit) {
                List<FailedDeliveryRow> items = List.copyOf(found.subList(0, limit));
                return CompletableFuture.completedFuture(
                        new Listed(items, Optional.of(items.get(limit - 1).failureId())));
            }
            return page.next().isPresent()
                    ? from(hour, found.get(found.size() - 1).failureId(), readsLeft - 1)
                    : from(hour - 1, UuidV7.first(Buckets.startOfHour(hour)), readsLeft - 1);
        }
    }

    /**
     * Has one tried again, from its first attempt on. Its states are those of a new round and outrank all of the one before. Durable
     * when it completes; asked for twice, it is one round and one try.
     */
    public CompletableFuture<Replay> replay(String tenant, UUID failure) {
        if (failure.version() != 7) {
            return CompletableFuture.completedFuture(Replay.NOT_FOUND);
        }
        return engine.readOne(
                        FailedDeliveryRow.TABLE.select(FailedDeliveryRow.ONE, tenant, Buckets.hour(failure), failure))
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(Replay.NOT_FOUND)
                        : replay(found.get()).thenApply(done -> Replay.TRIED));
    }

    private CompletableFuture<Void> replay(FailedDeliveryRow row) {
        ByteBuffer record = row.record().duplicate();
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        Outgoing failed = OutgoingCodec.decode(bytes);
        Outgoing again = failed.replayed(failed.round() + 1);
        Instant now = Instant.ofEpochMilli(clock.millis());
        // The log may refuse it, and then nothing may say that it is tried. What the try brings has a higher rank than
        // the state
        // written here, whichever comes first.
        return log.append(List.of(OutgoingCodec.entry(again)))
                .thenCompose(durable -> engine.write(Batch.acrossPartitions(List.of(
                        DeliveryRows.state(again, DeliveryState.PENDING, null),
                        FailedDeliveryRow.TABLE
                                .update(row.tenant(), row.hour(), row.failureId())
                                .set(FailedDeliveryRow.REPLAYED_AT, now)))));
    }
}
