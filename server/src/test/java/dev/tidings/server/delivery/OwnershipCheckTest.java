package dev.tidings.server.delivery;

import static dev.tidings.server.delivery.AttemptSamples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the check whether another owner makes, or has made, the attempt. */
class OwnershipCheckTest {
    @TempDir
    private Path folder;

    private final OutboundDelivery delivery = AttemptSamples.delivery(Duration.ZERO);
    private final AtomicInteger reads = new AtomicInteger();
    private ForwardingEngine engine;

    /** Ownership of a shared log. */
    private record SharedOwnership(long epoch, boolean isHeld) implements Ownership {}

    private static final Ownership HELD = new SharedOwnership(7, true);
    private static final Ownership LOST = new SharedOwnership(7, false);

    @BeforeEach
    void open() {
        engine =
                new ForwardingEngine(RocksEngine.open(
                        RocksConfig.in(folder).withClock(new SteppedClock(NOW)), TidingsSchema.SCHEMA)) {
                    @Override
                    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
                        reads.incrementAndGet();
                        return super.read(select);
                    }
                };
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private OwnershipCheck check(Ownership ownership) {
        return new OwnershipCheck(engine, delivery, ownership);
    }

    private static StartedCall call(int number) {
        UUID id = UuidV7.of(NOW.toEpochMilli(), 0, number);
        return new StartedCall(id, "a", "acme/p1", NOW);
    }

    /** @param own the numbers of the own calls */
    private Optional<AttemptResult> resultOfAnother(Ownership ownership, int... own) {
        Set<UUID> ids = IntStream.of(own).mapToObj(number -> call(number).id()).collect(Collectors.toSet());
        return check(ownership).resultOfAnother("a", ids).join();
    }

    @Test
    void lostRecord_isLeftToTheNewOwner() {
        assertThat(check(LOST).objection()).contains(new AttemptResult.Superseded(false));
        assertThat(check(HELD).objection()).isEmpty();
        assertThat(check(Ownership.ALONE).objection()).isEmpty();
    }

    @Test
    void callOfAnotherOwner_isFound() {
        engine.write(DeliveryRows.attempt(delivery, call(1).answered(5, new Outcome.Accepted("m1")), null))
                .join();
        assertThat(resultOfAnother(HELD, 2)).contains(new AttemptResult.Superseded(true));
    }

    /** It must not be repeated, and its outcome is not known. */
    @Test
    void startedCallOfAnotherOwner_isFound() {
        engine.write(DeliveryRows.started(delivery, call(1))).join();
        assertThat(resultOfAnother(HELD, 2))
                .hasValueSatisfying(result -> assertThat(result).isInstanceOf(AttemptResult.Failed.class));
    }

    @Test
    void ownRow_doesNotCount() {
        engine.write(DeliveryRows.started(delivery, call(1))).join();
        assertThat(resultOfAnother(HELD, 1)).isEmpty();
    }

    /** The call of a provider that refused for certain, before the next one is called. */
    @Test
    void ownEarlierCall_doesNotCount() {
        engine.write(DeliveryRows.started(delivery, call(1))).join();
        assertThat(resultOfAnother(HELD, 1, 2)).isEmpty();
    }

    @Test
    void logUsedAlone_costsNoRead() {
        assertThat(resultOfAnother(Ownership.ALONE, 1)).isEmpty();
        assertThat(reads.get()).isZero();
    }
}
