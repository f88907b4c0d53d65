package dev.tidings.server.delivery;

import static dev.tidings.server.delivery.AttemptSamples.NOW;
import static dev.tidings.server.delivery.AttemptSamples.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.server.delivery.AttemptSamples.SampleResult;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Properties of every plan, whatever the results at however many addresses. */
class AttemptPlannerPropertyTest {
    private static final List<String> ADDRESSES = List.of("a", "b", "c", "d");

    @Provide
    Arbitrary<RetryPolicy> policies() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.longs().between(0, 180).map(Duration::ofMinutes))
                .as(RetryPolicy::new);
    }

    @Provide
    Arbitrary<Duration> pauses() {
        return Arbitraries.longs().between(0, 3_600_000).map(Duration::ofMillis);
    }

    @Provide
    Arbitrary<EndedAttempt> attempts() {
        return Combinators.combine(
                        deliveries(),
                        Arbitraries.of(true, false),
                        results().list().ofMaxSize(ADDRESSES.size()))
                .as(AttemptPlannerPropertyTest::ended);
    }

    private static Arbitrary<OutboundDelivery> deliveries() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 240).map(Duration::ofMinutes),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.of(true, false))
                .as((age, round, attempt, sent) -> {
                    OutboundDelivery delivery = delivery(age, round, attempt);
                    return sent ? delivery.delayed(delivery.addressIds(), true, null) : delivery;
                });
    }

    private static Arbitrary<Tuple.Tuple2<SampleResult, Integer>> results() {
        return Combinators.combine(
                        Arbitraries.of(SampleResult.class),
                        Arbitraries.integers().between(0, 3))
                .as(Tuple::of)
                .filter(result -> result.get1().isPossibleAfter(result.get2()));
    }

    /** With one address unless there are several. */
    private static EndedAttempt ended(
            OutboundDelivery delivery, boolean several, List<Tuple.Tuple2<SampleResult, Integer>> results) {
        List<AddressAttempt> addresses = new ArrayList<>();
        for (int i = 0; i < (several ? results.size() : Math.min(1, results.size())); i++) {
            addresses.add(
                    results.get(i).get1().at(ADDRESSES.get(i), results.get(i).get2()));
        }
        return new EndedAttempt(delivery, several, addresses, NOW);
    }

    @Property
    void plan_isDeterministic(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        assertThat(AttemptPlanner.plan(attempt, policy, pause)).isEqualTo(AttemptPlanner.plan(attempt, policy, pause));
    }

    @Property
    void pendingAttempt_excludesAFinalState(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        AttemptPlan plan = AttemptPlanner.plan(attempt, policy, pause);
        boolean retriedByOther = attempt.addresses().stream()
                .anyMatch(address -> address.result().equals(new AttemptResult.Superseded(false)));
        if (!plan.delayed().isEmpty() || retriedByOther) {
            assertThat(plan.change()).isEmpty();
            assertThat(plan.needsProgress()).isFalse();
        } else {
            assertThat(plan.needsProgress()).isEqualTo(attempt.several());
        }
    }

    @Property
    void sentAddress_isNeverTriedAgain(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        assertThat(delayedAddresses(AttemptPlanner.plan(attempt, policy, pause)))
                .noneMatch(addresses(attempt, AttemptResult::isSent)::contains);
    }

    @Property
    void finalResult_isNeverTriedAgain(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        assertThat(delayedAddresses(AttemptPlanner.plan(attempt, policy, pause)))
                .noneMatch(addresses(
                        attempt,
                        result -> result instanceof AttemptResult.Expired
                                || result instanceof AttemptResult.Suppressed
                                || result instanceof AttemptResult.Failed)::contains);
    }

    @Property
    void delay_isAtLeastAsLongAsRequested(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        for (AttemptPlan.DelayedAttempt next :
                AttemptPlanner.plan(attempt, policy, pause).delayed()) {
            if (next.delivery().attempt() > attempt.delivery().attempt()) {
                assertThat(next.due()).isAfterOrEqualTo(NOW.plus(pause));
            }
            for (AddressAttempt address : attempt.addresses()) {
                if (next.delivery().addressIds().contains(address.addressId())) {
                    assertThat(next.due()).isAfterOrEqualTo(NOW.plus(requested(address.result())));
                }
            }
        }
    }

    private static Duration requested(AttemptResult result) {
        if (result instanceof AttemptResult.RetryLater retry) {
            return retry.after();
        }
        return result instanceof AttemptResult.Deferred deferred
                ? deferred.after()
                : Duration.between(NOW, ((AttemptResult.InQuietHours) result).until());
    }

    @Property
    void attemptNumber_growsWithCallsOnlyAndIsBounded(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        int number = attempt.delivery().attempt();
        for (AttemptPlan.DelayedAttempt next :
                AttemptPlanner.plan(attempt, policy, pause).delayed()) {
            boolean called = attempt.addresses().stream()
                    .filter(address -> next.delivery().addressIds().contains(address.addressId()))
                    .allMatch(address -> !address.calls().isEmpty());
            assertThat(next.delivery().attempt()).isEqualTo(called ? number + 1 : number);
            assertThat(called && number >= policy.maxAttempts())
                    .as("a retry after the last attempt")
                    .isFalse();
        }
    }

    @Property
    void everyCall_isStoredOnce(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        List<AnsweredCall> stored = new ArrayList<>();
        AttemptPlanner.plan(attempt, policy, pause).calls().forEach(call -> stored.add(call.call()));
        attempt.addresses().stream()
                .filter(address -> address.result() instanceof AttemptResult.Accepted)
                .map(address -> AttemptPlanner.accepted(address, List.of()))
                .forEach(plan -> plan.calls().forEach(call -> stored.add(call.call())));
        assertThat(stored)
                .containsExactlyInAnyOrderElementsOf(attempt.addresses().stream()
                        .flatMap(address -> address.calls().stream())
                        .toList());
    }

    @Property
    void call_isMarkedAsRetriedExactlyIfItIs(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        AttemptPlan plan = AttemptPlanner.plan(attempt, policy, pause);
        for (AttemptPlan.StoredCall stored : plan.calls()) {
            Optional<AttemptPlan.DelayedAttempt> next = plan.delayed().stream()
                    .filter(one -> one.delivery()
                            .addressIds()
                            .contains(stored.call().start().addressId()))
                    .findFirst();
            assertThat(stored.retryAt())
                    .isEqualTo(next.map(AttemptPlan.DelayedAttempt::due).orElse(null));
        }
    }

    @Property
    void everyAddress_isEitherOpenOrFinished(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        AttemptPlan plan = AttemptPlanner.plan(attempt, policy, pause);
        List<String> marked = new ArrayList<>(plan.open());
        plan.finished().forEach(address -> marked.add(address.addressId()));
        if (!attempt.several()) {
            assertThat(marked).isEmpty();
            return;
        }
        List<String> known =
                new ArrayList<>(addresses(attempt, result -> !result.equals(new AttemptResult.Superseded(false))));
        attempt.delivery().addressIds().stream()
                .filter(id -> addresses(attempt, result -> true).stream().noneMatch(id::equals))
                .forEach(known::add);
        assertThat(marked).containsExactlyInAnyOrderElementsOf(known);
    }

    @Property
    void sentDelivery_neverFailsByItsOwnResults(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        AttemptPlan plan = AttemptPlanner.plan(attempt, policy, pause);
        plan.change()
                .ifPresent(change -> assertThat(change.status().state() == DeliveryState.SENT)
                        .isEqualTo(attempt.sent()));
        assertThat(plan.delayed()).allMatch(next -> next.delivery().sent() == attempt.sent());
    }

    @Property
    void deadLetter_existsExactlyForAFailure(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll("pauses") Duration pause) {
        AttemptPlanner.plan(attempt, policy, pause).change().ifPresent(change -> {
            assertThat(change.deadLetter().isPresent())
                    .isEqualTo(change.status().state() == DeliveryState.FAILED);
            change.deadLetter().ifPresent(letter -> {
                assertThat(letter.code()).isEqualTo(change.status().reason());
                assertThat(letter.id()).as("the same if redelivered").isNotNull();
            });
        });
    }

    @Property
    void conclusion_followsTheStoredRows(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("attempts") EndedAttempt attempt,
            @ForAll boolean open,
            @ForAll boolean accepted,
            @ForAll boolean reached,
            @ForAll boolean failure) {
        DeliveryProgress progress = new DeliveryProgress(
                open, accepted || reached, reached, Optional.of("gone").filter(code -> failure));
        AttemptPlan plan = AttemptPlanner.conclude(attempt, policy, progress);
        assertThat(plan.delayed()).isEmpty();
        assertThat(plan.calls()).isEmpty();
        if (open) {
            assertThat(plan.change()).as("while a device is open").isEmpty();
        } else if (reached) {
            plan.change()
                    .ifPresent(change -> assertThat(change.status().state()).isEqualTo(DeliveryState.SENT));
        } else if (failure) {
            assertThat(plan.change()).hasValueSatisfying(change -> {
                assertThat(change.status().text()).isEqualTo("failed gone");
                assertThat(change.deadLetter().isPresent()).isEqualTo(!accepted);
            });
        }
    }

    /** Follows a delivery to its only address from attempt to attempt, until nothing is delayed any more. */
    @Property
    void delivery_endsAfterABoundedNumberOfAttempts(
            @ForAll("policies") RetryPolicy policy,
            @ForAll("pauses") Duration pause,
            @ForAll @IntRange(max = 2) int round) {
        OutboundDelivery next = delivery(Duration.ZERO, round, 1);
        for (int attempt = 1; attempt < policy.maxAttempts(); attempt++) {
            EndedAttempt ended = AttemptSamples.single(next, SampleResult.RETRY.at("a", 1));
            AttemptPlan plan = AttemptPlanner.plan(ended, policy, pause);
            assertThat(plan.change()).isEmpty();
            next = plan.delayed().get(0).delivery();
        }
        AttemptPlan last =
                AttemptPlanner.plan(AttemptSamples.single(next, SampleResult.RETRY.at("a", 1)), policy, pause);
        assertThat(last.delayed()).isEmpty();
        assertThat(last.change())
                .hasValueSatisfying(
                        change -> assertThat(change.status().state()).isEqualTo(DeliveryState.FAILED));
    }

    private static List<String> delayedAddresses(AttemptPlan plan) {
        return plan.delayed().stream()
                .flatMap(next -> next.delivery().addressIds().stream())
                .toList();
    }

    private static List<String> addresses(EndedAttempt attempt, Predicate<AttemptResult> kind) {
        return attempt.addresses().stream()
                .filter(address -> kind.test(address.result()))
                .map(AddressAttempt::addressId)
                .toList();
    }
}
