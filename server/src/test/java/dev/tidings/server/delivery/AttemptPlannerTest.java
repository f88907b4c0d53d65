package dev.tidings.server.delivery;

import static dev.tidings.server.delivery.AttemptSamples.NOW;
import static dev.tidings.server.delivery.AttemptSamples.PAUSE;
import static dev.tidings.server.delivery.AttemptSamples.POLICY;
import static dev.tidings.server.delivery.AttemptSamples.delivery;
import static dev.tidings.server.delivery.AttemptSamples.several;
import static dev.tidings.server.delivery.AttemptSamples.single;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.server.delivery.AttemptSamples.SampleResult;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of the plan that follows from the results at a user's addresses. */
class AttemptPlannerTest {
    // At most three attempts, a pause of four seconds, and one hour without a provider.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ACCEPTED       | 1 | 1 | PT0S | 0 | nothing
                    ACCEPTED       | 2 | 3 | PT2H | 1 | nothing
                    RETRY          | 1 | 1 | PT0S | 0 | attempt 2 in PT4S
                    RETRY          | 2 | 1 | PT0S | 0 | attempt 2 in PT4S
                    RETRY          | 1 | 2 | PT0S | 0 | attempt 3 in PT4S
                    RETRY          | 1 | 3 | PT0S | 0 | failed throttled, dead letter
                    RETRY          | 1 | 1 | PT2H | 0 | attempt 2 in PT4S
                    RETRY          | 1 | 2 | PT2H | 1 | attempt 3 in PT4S
                    RETRY          | 1 | 3 | PT2H | 1 | failed throttled, dead letter
                    RETRY_IN_10M   | 1 | 1 | PT0S | 0 | attempt 2 in PT10M
                    RETRY_IN_10M   | 1 | 2 | PT2H | 0 | attempt 3 in PT10M
                    RETRY_IN_10M   | 1 | 3 | PT0S | 0 | failed throttled, dead letter
                    DEFERRED_1S    | 0 | 1 | PT0S | 0 | attempt 1 in PT1S
                    DEFERRED_1S    | 1 | 1 | PT0S | 0 | attempt 2 in PT4S
                    DEFERRED_9S    | 0 | 1 | PT0S | 0 | attempt 1 in PT9S
                    DEFERRED_9S    | 0 | 3 | PT0S | 0 | attempt 3 in PT9S
                    DEFERRED_9S    | 0 | 1 | PT59M59S | 0 | attempt 1 in PT9S
                    DEFERRED_9S    | 0 | 1 | PT1H | 0 | failed unavailable, dead letter
                    DEFERRED_9S    | 0 | 1 | PT2H | 1 | attempt 1 in PT9S
                    DEFERRED_9S    | 1 | 1 | PT0S | 0 | attempt 2 in PT9S
                    DEFERRED_9S    | 1 | 3 | PT0S | 0 | failed unavailable, dead letter
                    DEFERRED_9S    | 1 | 1 | PT2H | 0 | failed unavailable, dead letter
                    DEFERRED_9S    | 1 | 2 | PT2H | 1 | attempt 3 in PT9S
                    DEFERRED_9S    | 1 | 3 | PT2H | 1 | failed unavailable, dead letter
                    TOKEN          | 0 | 1 | PT0S | 0 | attempt 1 in PT9S with acme/one
                    TOKEN          | 0 | 3 | PT0S | 0 | attempt 3 in PT9S with acme/one
                    TOKEN          | 0 | 1 | PT2H | 0 | failed unavailable, dead letter
                    TOKEN          | 0 | 1 | PT2H | 1 | attempt 1 in PT9S with acme/one
                    TOKEN          | 1 | 1 | PT0S | 0 | attempt 2 in PT9S
                    TOKEN          | 1 | 3 | PT0S | 0 | failed unavailable, dead letter
                    QUIET          | 0 | 1 | PT0S | 0 | attempt 1 in PT9H
                    QUIET          | 0 | 3 | PT0S | 0 | attempt 3 in PT9H
                    QUIET          | 0 | 1 | PT2H | 0 | attempt 1 in PT9H
                    QUIET          | 1 | 1 | PT0S | 0 | attempt 2 in PT9H
                    QUIET          | 1 | 1 | PT2H | 0 | attempt 2 in PT9H
                    QUIET          | 1 | 3 | PT0S | 0 | failed unavailable, dead letter
                    FAILED         | 1 | 1 | PT0S | 0 | failed refused, dead letter
                    FAILED         | 1 | 3 | PT2H | 1 | failed refused, dead letter
                    FAILED_BEFORE  | 0 | 1 | PT0S | 0 | failed refused, dead letter
                    FAILED_BEFORE  | 0 | 3 | PT2H | 1 | failed refused, dead letter
                    OPTED_OUT      | 0 | 1 | PT0S | 0 | suppressed opted_out
                    OPTED_OUT      | 1 | 3 | PT2H | 1 | suppressed opted_out
                    EXPIRED        | 0 | 1 | PT0S | 0 | expired
                    EXPIRED        | 1 | 3 | PT2H | 1 | expired
                    SENT_BEFORE    | 0 | 1 | PT0S | 0 | sent, not published
                    SENT_BEFORE    | 0 | 3 | PT2H | 1 | sent, not published
                    RETRIED_BEFORE | 0 | 1 | PT0S | 0 | nothing
                    RETRIED_BEFORE | 0 | 3 | PT2H | 1 | nothing
                    """)
    void onlyAddress_decidesTheNextStep(
            SampleResult result, int calls, int attempt, Duration age, int round, String expected) {
        EndedAttempt ended = single(delivery(age, round, attempt), result.at("a", calls));
        AttemptPlan plan = AttemptPlanner.plan(ended, POLICY, PAUSE);
        assertThat(ended.isOnlyAcceptance()).isEqualTo(result == SampleResult.ACCEPTED);
        assertThat(describe(plan)).isEqualTo(expected);
        assertThat(plan.calls())
                .as("an acceptance is planned on its own; all other calls are stored here")
                .hasSize(result == SampleResult.ACCEPTED ? 0 : calls);
    }

    // The second address is always tried after one call; what follows for both is planned together.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ACCEPTED       | FAILED       | 1 | nothing; finished a b:refused; progress
                    ACCEPTED       | RETRY        | 1 | attempt 2 at b in PT4S; open b; finished a
                    ACCEPTED       | RETRY        | 3 | nothing; finished a b:throttled; progress
                    RETRY          | RETRY_IN_10M | 1 | attempt 2 at a b in PT10M; open a b
                    RETRY_IN_10M   | RETRY        | 2 | attempt 3 at a b in PT10M; open a b
                    RETRY          | RETRY        | 3 | nothing; finished a:throttled b:throttled; progress
                    RETRY          | FAILED       | 1 | attempt 2 at a in PT4S; open a; finished b:refused
                    QUIET          | RETRY        | 1 | attempt 2 at a b in PT9H; open a b
                    OPTED_OUT      | FAILED       | 1 | nothing; finished a b:refused; progress
                    OPTED_OUT      | OPTED_OUT    | 1 | nothing; finished a b; progress
                    EXPIRED        | EXPIRED      | 1 | nothing; finished a b; progress
                    EXPIRED        | RETRY        | 1 | attempt 2 at b in PT4S; open b; finished a
                    FAILED         | FAILED       | 1 | nothing; finished a:refused b:refused; progress
                    DEFERRED_9S    | TOKEN        | 1 | attempt 2 at a b in PT9S; open a b
                    """)
    void severalAddresses_arePlannedTogether(SampleResult one, SampleResult other, int attempt, String expected) {
        AttemptPlan plan = AttemptPlanner.plan(
                several(delivery(Duration.ZERO, 0, attempt), one.at("a", 1), other.at("b", 1)), POLICY, PAUSE);
        assertThat(describeSeveral(plan)).isEqualTo(expected);
        assertThat(several(delivery(Duration.ZERO), one.at("a", 1)).isOnlyAcceptance())
                .isFalse();
    }

    // One address has failed; its state depends on the rows of the others.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    FAILED      | true  | false | false | refused | nothing
                    FAILED      | true  | true  | true  | refused | nothing
                    FAILED      | true  | true  | false | refused | nothing
                    FAILED      | false | true  | true  | refused | nothing
                    FAILED      | false | true  | false | refused | failed refused
                    FAILED      | false | false | false | refused | failed refused, dead letter
                    FAILED      | false | false | false | gone    | failed gone, dead letter
                    ACCEPTED    | false | true  | true  |         | nothing
                    ACCEPTED    | false | true  | true  | gone    | nothing
                    ACCEPTED    | false | true  | false | gone    | failed gone
                    ACCEPTED    | true  | true  | false | gone    | nothing
                    OPTED_OUT   | false | false | false |         | suppressed opted_out
                    OPTED_OUT   | false | false | false | gone    | failed gone, dead letter
                    OPTED_OUT   | false | true  | true  | gone    | nothing
                    OPTED_OUT   | true  | false | false |         | nothing
                    EXPIRED     | false | false | false |         | expired
                    EXPIRED     | false | false | false | gone    | failed gone, dead letter
                    EXPIRED     | true  | false | false | gone    | nothing
                    SENT_BEFORE | false | true  | true  |         | sent, not published
                    SENT_BEFORE | false | true  | false | gone    | failed gone
                    SENT_BEFORE | true  | true  | true  |         | nothing
                    """)
    void progress_decidesTheFinalState(
            SampleResult result, boolean open, boolean accepted, boolean reached, String failure, String expected) {
        EndedAttempt attempt = several(
                delivery(Duration.ZERO).delayed(List.of("a"), false, null),
                result.at("a", result == SampleResult.SENT_BEFORE ? 0 : 1));
        DeliveryProgress progress = new DeliveryProgress(open, accepted, reached, Optional.ofNullable(failure));
        assertThat(describe(AttemptPlanner.conclude(attempt, POLICY, progress))).isEqualTo(expected);
    }

    @Test
    void acceptance_isStoredAndPublishedAtOnce() {
        AttemptPlan plan = AttemptPlanner.accepted(SampleResult.ACCEPTED.at("a", 2), List.of("a", "b"));
        assertThat(plan.calls()).hasSize(2).allMatch(call -> call.retryAt() == null);
        assertThat(plan.open()).containsExactly("a", "b");
        assertThat(describe(plan)).isEqualTo("sent");
    }

    @Test
    void remainingAddress_isRetriedAlsoIfAnotherWasReached() {
        AttemptPlan plan = AttemptPlanner.plan(
                several(delivery(Duration.ZERO), SampleResult.ACCEPTED.at("a", 1), SampleResult.RETRY.at("b", 1)),
                POLICY,
                PAUSE);
        assertThat(plan.delayed()).singleElement().satisfies(next -> {
            assertThat(next.delivery().addressIds()).containsExactly("b");
            assertThat(next.delivery().sent()).isTrue();
        });
        assertThat(plan.calls()).extracting(AttemptPlan.StoredCall::retryAt).containsExactly(NOW.plus(PAUSE));
    }

    @Test
    void waitingAddress_keepsItsRateLimitToken() {
        AttemptPlan plan = AttemptPlanner.plan(
                several(
                        delivery(Duration.ZERO),
                        SampleResult.TOKEN.at("a", 0),
                        SampleResult.DEFERRED_1S.at("b", 0),
                        SampleResult.TOKEN.at("c", 0)),
                POLICY,
                PAUSE);
        assertThat(plan.delayed())
                .extracting(
                        next -> next.delivery().awaitedProvider(),
                        next -> next.delivery().addressIds(),
                        next -> next.delivery().attempt(),
                        next -> next.delivery().redelivered(),
                        AttemptPlan.DelayedAttempt::due)
                .containsExactlyInAnyOrder(
                        tuple("acme/one", List.of("a", "c"), 1, true, NOW.plusSeconds(9)),
                        tuple(null, List.of("b"), 1, true, NOW.plusSeconds(1)));
    }

    @Test
    void pendingAttempt_noFinalStateIsPlanned() {
        EndedAttempt attempt = new EndedAttempt(
                delivery(Duration.ZERO).asRedelivered(),
                false,
                List.of(SampleResult.RETRIED_BEFORE.at("a", 0), SampleResult.FAILED_BEFORE.at("b", 0)),
                NOW);
        assertThat(describe(AttemptPlanner.plan(attempt, POLICY, PAUSE))).isEqualTo("nothing");
    }

    @Test
    void redeliveredFailure_isTheSameDeadLetter() {
        assertThat(deadLetter(single(delivery(Duration.ZERO), SampleResult.FAILED_BEFORE.at("a", 0))))
                .isEqualTo(AttemptSamples.STORED);
    }

    @Test
    void noProviderForTooLong_oneDeadLetterIfRedelivered() {
        OutboundDelivery old = delivery(Duration.ofHours(2));
        List<AddressAttempt> deferred = List.of(SampleResult.DEFERRED_9S.at("a", 0));
        assertThat(deadLetter(new EndedAttempt(old, false, deferred, NOW)))
                .isNotNull()
                .isEqualTo(deadLetter(new EndedAttempt(old.asRedelivered(), false, deferred, NOW.plusSeconds(60))));
    }

    /** One address was called before the record was redelivered: that call gave the dead letter its id. */
    @ParameterizedTest
    @CsvSource({"FAILED_BEFORE, DEFERRED_9S", "DEFERRED_9S, FAILED_BEFORE", "FAILED_BEFORE, TOKEN"})
    void noProviderForTooLong_keepsTheIdOfAStoredCall(SampleResult one, SampleResult other) {
        EndedAttempt attempt = several(delivery(Duration.ofHours(2)).asRedelivered(), one.at("a", 0), other.at("b", 0));
        DeliveryProgress progress = new DeliveryProgress(false, false, false, Optional.of("refused"));
        assertThat(id(AttemptPlanner.conclude(attempt, POLICY, progress))).isEqualTo(AttemptSamples.STORED);
    }

    private static UUID deadLetter(EndedAttempt attempt) {
        return id(AttemptPlanner.plan(attempt, POLICY, PAUSE));
    }

    private static UUID id(AttemptPlan plan) {
        return plan.change()
                .flatMap(AttemptPlan.StateChange::deadLetter)
                .orElseThrow()
                .id();
    }

    @Test
    void deadLetter_hasTheIdOfTheLastCall() {
        AddressAttempt failed = SampleResult.FAILED.at("a", 3);
        assertThat(deadLetter(single(delivery(Duration.ZERO), failed)))
                .isEqualTo(failed.calls().get(2).start().id());
    }

    @Test
    void removedAddresses_areSuppressedAndNotWaitedFor() {
        EndedAttempt only = new EndedAttempt(delivery(Duration.ZERO), false, List.of(), NOW);
        assertThat(describe(AttemptPlanner.plan(only, POLICY, PAUSE))).isEqualTo("suppressed no_address");
        AttemptPlan oneOfSeveral =
                AttemptPlanner.plan(several(delivery(Duration.ZERO).delayed(List.of("a"), false, null)), POLICY, PAUSE);
        assertThat(describeSeveral(oneOfSeveral)).isEqualTo("nothing; finished a; progress");
    }

    @Test
    void sentBefore_isFinalWhateverFollows() {
        OutboundDelivery sent = delivery(Duration.ZERO).next(List.of("b"), true);
        assertThat(describe(AttemptPlanner.plan(single(sent, SampleResult.FAILED.at("b", 1)), POLICY, PAUSE)))
                .isEqualTo("nothing");
    }

    private static String describe(AttemptPlan plan) {
        return describe(plan, false);
    }

    private static String describe(AttemptPlan plan, boolean addresses) {
        List<String> steps = new ArrayList<>();
        for (AttemptPlan.DelayedAttempt next : plan.delayed()) {
            steps.add("attempt " + next.delivery().attempt()
                    + (addresses ? " at " + String.join(" ", next.delivery().addressIds()) : "")
                    + " in " + Duration.between(NOW, next.due())
                    + (next.delivery().awaitedProvider() == null
                            ? ""
                            : " with " + next.delivery().awaitedProvider()));
        }
        plan.change()
                .ifPresent(change -> steps.add(change.status().text()
                        + (change.published() ? "" : ", not published")
                        + (change.deadLetter().isPresent() ? ", dead letter" : "")));
        return steps.isEmpty() ? "nothing" : String.join("; ", steps);
    }

    private static String describeSeveral(AttemptPlan plan) {
        String finished = String.join(
                " ",
                plan.finished().stream()
                        .map(address -> address.addressId() + (address.code() == null ? "" : ":" + address.code()))
                        .toList());
        return describe(plan, true)
                + (plan.open().isEmpty() ? "" : "; open " + String.join(" ", plan.open()))
                + (finished.isEmpty() ? "" : "; finished " + finished)
                + (plan.needsProgress() ? "; progress" : "");
    }
}
