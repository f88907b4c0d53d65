package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the next step derived from the results at a user's addresses. */
class AttemptConclusionTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final UUID ID = UuidV7.of(NOW.toEpochMilli(), 1, 1);

    @TempDir
    private Path folder;

    private IdGenerator ids;
    private DeliveryContext parts;

    @BeforeEach
    void open() {
        SteppedClock clock = new SteppedClock(NOW);
        ids = new IdGenerator(clock, folder.resolve("floor"));
        parts = new DeliveryContext(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                DeliveryEvents.NONE,
                ids,
                clock,
                new Backoff(Duration.ofSeconds(4), Duration.ofHours(1), 3),
                Duration.ofHours(1),
                new Random(1));
    }

    @AfterEach
    void close() {
        ids.close();
    }

    private static OutboundDelivery outgoing(UUID position) {
        return OutboundDelivery.first(
                new UserKey("acme", "bob"),
                ID,
                position,
                "default",
                Priority.NORMAL,
                Channel.PUSH,
                null,
                new Message.Push("x", null, null, null),
                false);
    }

    private DeliveryRows.Attempt attempt(String place) {
        return new DeliveryRows.Attempt(
                ids.next(), place, "acme/p", NOW, 5, new Outcome.Retry("unavailable", "not now"));
    }

    private AttemptResult.RetryLater again(String place) {
        return new AttemptResult.RetryLater(Duration.ZERO, "unavailable", "not now", List.of(attempt(place)));
    }

    private static List<OutboundDelivery> later(OutcomeWriter.DeliveryWrites effect) {
        return effect.delayed().stream()
                .map(record -> OutboundDeliveryCodec.decode(record.entry().payload()))
                .toList();
    }

    private static long failures(OutcomeWriter.DeliveryWrites effect) {
        return effect.rows().stream()
                .filter(row -> row.table() == FailedDeliveryRow.TABLE)
                .count();
    }

    @Test
    void remainingAddress_isRetriedAlsoIfAnotherWasReached() {
        AttemptConclusion conclusion = new AttemptConclusion(parts, outgoing(ID));
        conclusion.add("a", new AttemptResult.Sent());
        conclusion.add("b", again("b"));
        OutcomeWriter.DeliveryWrites effect = conclusion.writes();
        assertThat(later(effect)).singleElement().satisfies(next -> {
            assertThat(next.addressIds()).containsExactly("b");
            assertThat(next.attempt()).isEqualTo(2);
            assertThat(next.sent()).isTrue();
        });
        assertThat(effect.rows()).as("the attempt, and no final state yet").hasSize(1);
    }

    @Test
    void lastAttempt_isFinal() {
        AttemptConclusion conclusion = new AttemptConclusion(
                parts, outgoing(ID).next(List.of("a"), false).next(List.of("a"), false));
        conclusion.add("a", again("a"));
        OutcomeWriter.DeliveryWrites effect = conclusion.writes();
        assertThat(effect.delayed()).isEmpty();
        assertThat(failures(effect)).isEqualTo(1);
    }

    @Test
    void pendingAttempt_noFinalStateIsPublished() {
        AttemptConclusion conclusion = new AttemptConclusion(parts, outgoing(ID).asRedelivered());
        conclusion.add("a", new AttemptResult.Superseded(false));
        conclusion.add("b", new AttemptResult.Failed("refused", "no", List.of(), ids.next()));
        assertThat(conclusion.writes().isEmpty()).isTrue();
    }

    @Test
    void redeliveredFailure_isTheSameDeadLetter() {
        UUID noted = ids.next();
        for (int i = 0; i < 2; i++) {
            AttemptConclusion conclusion =
                    new AttemptConclusion(parts, outgoing(ID).asRedelivered());
            conclusion.add("a", new AttemptResult.Failed("refused", "no", List.of(), noted));
            assertThat(conclusion.writes().rows())
                    .filteredOn(row -> row.table() == FailedDeliveryRow.TABLE)
                    .singleElement()
                    .satisfies(row -> assertThat(row.values()).contains(noted));
        }
    }

    @Test
    void waitingAddress_keepsItsRateLimitToken() {
        AttemptConclusion conclusion = new AttemptConclusion(parts, outgoing(ID));
        conclusion.add("a", new AttemptResult.Deferred(Duration.ofSeconds(9), "acme/one", List.of()));
        conclusion.add("b", new AttemptResult.Deferred(Duration.ofSeconds(2), null, List.of()));
        conclusion.add("c", new AttemptResult.Deferred(Duration.ofSeconds(5), "acme/one", List.of()));
        assertThat(later(conclusion.writes()))
                .extracting(
                        OutboundDelivery::awaitedProvider,
                        OutboundDelivery::addressIds,
                        OutboundDelivery::attempt,
                        OutboundDelivery::redelivered)
                .containsExactlyInAnyOrder(
                        tuple("acme/one", List.of("a", "c"), 1, true), tuple(null, List.of("b"), 1, true));
    }

    @Test
    void noProviderForTooLong_deadLetterUnlessReplayed() {
        OutboundDelivery old = outgoing(UuidV7.of(NOW.minus(Duration.ofHours(2)).toEpochMilli(), 1, 1));
        AttemptResult notYet = new AttemptResult.Deferred(Duration.ofSeconds(9), null, List.of());
        AttemptConclusion first = new AttemptConclusion(parts, old);
        first.add("a", notYet);
        assertThat(failures(first.writes())).isEqualTo(1);
        AttemptConclusion replay = new AttemptConclusion(parts, old.replayed(1));
        replay.add("a", notYet);
        assertThat(replay.writes().delayed()).hasSize(1);
    }

    @Test
    void noProviderForTooLong_oneDeadLetterIfRedelivered() {
        OutboundDelivery old = outgoing(UuidV7.of(NOW.minus(Duration.ofHours(2)).toEpochMilli(), 1, 1));
        List<Object> failures = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            AttemptConclusion conclusion = new AttemptConclusion(parts, old);
            conclusion.add("a", new AttemptResult.Deferred(Duration.ofSeconds(9), null, List.of()));
            conclusion.writes().rows().stream()
                    .filter(row -> row.table() == FailedDeliveryRow.TABLE)
                    .forEach(row -> failures.add(row.values()));
        }
        assertThat(failures).hasSize(2);
        assertThat(failures.get(0)).isEqualTo(failures.get(1));
    }

    @Test
    void attemptsBeforeAnOptOut_areStored() {
        AttemptConclusion conclusion = new AttemptConclusion(parts, outgoing(ID));
        conclusion.add("a", new AttemptResult.Suppressed(Suppression.OPTED_OUT, List.of(attempt("a"))));
        assertThat(conclusion.writes().rows()).hasSize(2);
    }

    @Test
    void attemptsBeforeExpiry_areStored() {
        AttemptConclusion conclusion = new AttemptConclusion(parts, outgoing(ID));
        conclusion.add("a", new AttemptResult.Expired(List.of(attempt("a"))));
        assertThat(conclusion.writes().rows()).hasSize(2);
    }

    @Test
    void quietHours_sameAttemptUnlessAProviderWasCalled() {
        Instant morning = NOW.plus(Duration.ofHours(9));
        AttemptConclusion withoutCall = new AttemptConclusion(parts, outgoing(ID));
        withoutCall.add("a", new AttemptResult.InQuietHours(morning, List.of()));
        AttemptConclusion afterCall = new AttemptConclusion(parts, outgoing(ID));
        afterCall.add("a", new AttemptResult.InQuietHours(morning, List.of(attempt("a"))));
        OutcomeWriter.DeliveryWrites waits = withoutCall.writes();
        OutcomeWriter.DeliveryWrites triesAgain = afterCall.writes();
        assertThat(later(waits)).extracting(OutboundDelivery::attempt).containsExactly(1);
        assertThat(waits.rows()).isEmpty();
        assertThat(later(triesAgain)).extracting(OutboundDelivery::attempt).containsExactly(2);
        assertThat(triesAgain.rows()).as("the attempt").hasSize(1);
        assertThat(List.of(waits, triesAgain))
                .allSatisfy(effect -> assertThat(effect.delayed())
                        .extracting(DelayedRecord::due)
                        .containsExactly(morning));
    }

    private static DeliveryProgress standing(boolean open, boolean taken, boolean reached) {
        return new DeliveryProgress(open, taken, reached, Optional.of("refused"));
    }

    /** Addresses that wait for different reasons are processed separately, and the result of one does not include the others. */
    @Test
    void failedDevice_isNotFinalWhileAnotherIsOpenOrReached() {
        AttemptConclusion conclusion =
                new AttemptConclusion(parts, outgoing(ID).delayed(List.of("a"), false, null), true);
        conclusion.add("a", new AttemptResult.Failed("refused", "no", List.of()));
        assertThat(failures(conclusion.writes())).isZero();
        assertThat(conclusion.needsFinalState()).isTrue();
        assertThat(conclusion.end(standing(true, false, false)).isEmpty()).isTrue();
        assertThat(conclusion.end(standing(false, true, true)).isEmpty()).isTrue();
    }

    @Test
    void lastFailedDevice_isFinal() {
        AttemptConclusion conclusion =
                new AttemptConclusion(parts, outgoing(ID).delayed(List.of("a"), false, null), true);
        conclusion.add("a", new AttemptResult.Failed("refused", "no", List.of()));
        conclusion.writes();
        assertThat(failures(conclusion.end(standing(false, false, false)))).isEqualTo(1);
    }

    @Test
    void removedDevice_isNotWaitedFor() {
        AttemptConclusion conclusion =
                new AttemptConclusion(parts, outgoing(ID).delayed(List.of("a"), false, null), true);
        assertThat(conclusion.writes().rows())
                .as("the row that marks it as finished")
                .hasSize(1);
        assertThat(conclusion.needsFinalState()).isTrue();
    }
}
