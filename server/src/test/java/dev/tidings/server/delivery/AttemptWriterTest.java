package dev.tidings.server.delivery;

import static dev.tidings.server.delivery.AttemptSamples.NOW;
import static dev.tidings.server.delivery.AttemptSamples.PAUSE;
import static dev.tidings.server.delivery.AttemptSamples.POLICY;
import static dev.tidings.server.delivery.AttemptSamples.STORED;
import static dev.tidings.server.delivery.AttemptSamples.single;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.delivery.AttemptSamples.SampleResult;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.DeliveryMeters;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.ProviderMessageRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the rows, delayed records and webhook events that are written for a plan. */
class AttemptWriterTest {
    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(NOW);
    private final OutboundDelivery delivery = AttemptSamples.delivery(Duration.ZERO);
    private final List<DeliveryEvent> published = new ArrayList<>();
    private final List<DelayedRecord> delayed = new ArrayList<>();
    private final ErasedUsers erased = new ErasedUsers(List.of(new byte[32]), List.of());
    private RocksEngine engine;
    private IdGenerator ids;
    private AttemptWriter writer;

    @BeforeEach
    void open() {
        engine = RocksEngine.open(RocksConfig.in(folder.resolve("tables")).withClock(clock), TidingsSchema.SCHEMA);
        ids = new IdGenerator(clock, folder.resolve("id-floor"));
        StartBarrier barrier = new StartBarrier(OutcomeWriter.withoutRetry(engine, null, records -> {
            delayed.addAll(records);
            return CompletableFuture.completedFuture(null);
        }));
        barrier.allStarted();
        DeliveryEvents events = event -> {
            published.add(event);
            return List.of();
        };
        writer = new AttemptWriter(barrier, events, ids, new DeliveryMeters(new SimpleMeterRegistry()), erased);
    }

    @AfterEach
    void close() {
        ids.close();
        engine.close();
    }

    private void write(AttemptPlan plan) {
        writer.write(delivery, plan).join();
    }

    private void write(SampleResult result, int calls) {
        write(AttemptPlanner.plan(single(delivery, result.at("a", calls)), POLICY, PAUSE));
    }

    private String state() {
        return engine.readOne(NotificationRow.TABLE.select(
                        NotificationRow.ONE, "acme", "bob", Buckets.month(delivery.position()), delivery.position()))
                .join()
                .map(row -> row.channelStatus().get("push"))
                .orElse(null);
    }

    private List<DeliveryLogRow> log() {
        return engine.read(DeliveryLogRow.TABLE.select(DeliveryLogRow.ALL, "acme", delivery.notification(), "bob"))
                .join()
                .rows();
    }

    private Optional<ProviderMessageRow> message(String provider) {
        return engine.readOne(ProviderMessageRow.TABLE.select(ProviderMessageRow.ONE, provider, "m1"))
                .join();
    }

    private List<FailedDeliveryRow> deadLetters() {
        return engine.read(FailedDeliveryRow.TABLE.select(FailedDeliveryRow.PAGE, "acme", Buckets.hour(STORED)))
                .join()
                .rows();
    }

    /** A call may end long after the rows of the user were removed. */
    @Test
    void resultAboutAnErasedUser_isNotStored() {
        erased.add(new Erasure(
                "acme",
                "e1",
                erased.hash(delivery.user()),
                delivery.createdAt().plusMillis(1),
                Optional.empty(),
                Map.of()));
        write(AttemptPlanner.accepted(SampleResult.ACCEPTED.at("a", 2), List.of()));
        write(SampleResult.RETRY, 1);
        assertThat(log()).isEmpty();
        assertThat(message("acme/p1")).isEmpty();
        assertThat(state()).isNull();
        assertThat(delayed).isEmpty();
        assertThat(published).isEmpty();
    }

    @Test
    void acceptance_isStoredAndPublished() {
        AddressAttempt accepted = SampleResult.ACCEPTED.at("a", 2);
        write(AttemptPlanner.accepted(accepted, List.of()));
        assertThat(log())
                .extracting(DeliveryLogRow::provider, DeliveryLogRow::outcome)
                .containsExactly(tuple("acme/p0", "retry"), tuple("acme/p1", "accepted"));
        assertThat(message("acme/p0")).as("of the failed call").isEmpty();
        assertThat(message("acme/p1").orElseThrow().attemptId())
                .isEqualTo(accepted.calls().get(1).start().id());
        assertThat(state()).isEqualTo("sent");
        assertThat(published).extracting(event -> event.status().text()).containsExactly("sent");
    }

    @Test
    void stateOfAnotherWorker_isNotPublishedAgain() {
        write(SampleResult.SENT_BEFORE, 0);
        assertThat(state()).isEqualTo("sent");
        assertThat(published).isEmpty();
    }

    @Test
    void failure_isADeadLetterWithItsId() {
        write(SampleResult.FAILED_BEFORE, 0);
        write(SampleResult.FAILED_BEFORE, 0);
        assertThat(deadLetters())
                .extracting(FailedDeliveryRow::failureId, FailedDeliveryRow::errorCode, FailedDeliveryRow::errorText)
                .containsExactly(tuple(STORED, "refused", "no"));
        assertThat(state()).isEqualTo("failed refused");
        assertThat(published).extracting(event -> event.status().text()).containsOnly("failed refused");
    }

    @Test
    void deadLetterWithoutAnId_getsANewOne() {
        AttemptPlan.DeadLetter letter = new AttemptPlan.DeadLetter(null, "gone", "no device");
        write(AttemptPlan.ofState(
                Optional.of(new AttemptPlan.StateChange(DeliveryStatus.failed("gone"), true, Optional.of(letter)))));
        assertThat(deadLetters()).singleElement().satisfies(row -> {
            assertThat(UuidV7.time(row.failureId())).isEqualTo(NOW);
            assertThat(row.errorCode()).isEqualTo("gone");
        });
    }

    @Test
    void failureWithoutADeadLetter_writesTheStateOnly() {
        write(AttemptPlan.ofState(Optional.of(AttemptPlan.StateChange.of(DeliveryStatus.failed("gone")))));
        assertThat(state()).isEqualTo("failed gone");
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void retry_isDelayedWithoutAState() {
        write(SampleResult.RETRY, 1);
        assertThat(delayed).extracting(DelayedRecord::due).containsExactly(NOW.plus(PAUSE));
        assertThat(log()).extracting(DeliveryLogRow::retryAt).containsExactly(NOW.plus(PAUSE));
        assertThat(state()).isNull();
        assertThat(published).isEmpty();
    }
}
