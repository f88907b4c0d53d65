package dev.tidings.server.delivery;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.delivery.AttemptPlan.DeadLetter;
import dev.tidings.server.delivery.AttemptPlan.DelayedAttempt;
import dev.tidings.server.delivery.AttemptPlan.FinishedAddress;
import dev.tidings.server.delivery.AttemptPlan.StateChange;
import dev.tidings.server.delivery.AttemptPlan.StoredCall;
import dev.tidings.server.delivery.AttemptPlan.StoredSkip;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Plans the writes that follow from the results of a delivery attempt: retries, attempts that wait, and the final state with its dead
 * letter. Pure functions: they know no store, clock or source of random numbers, and mint no id.
 */
final class AttemptPlanner {
    private static final DeliveryStatus SENT = DeliveryStatus.of(DeliveryState.SENT);

    private AttemptPlanner() {}

    /**
     * The plan for an address where a provider has accepted the message. It is written without waiting for the other addresses: a crash
     * before that leads to a duplicate.
     *
     * @param open the addresses to be marked as open, before a receipt can report a failure; empty if there is only one address
     */
    static AttemptPlan accepted(AddressAttempt accepted, List<String> open) {
        Optional<StateChange> sent = Optional.of(StateChange.of(SENT));
        return new AttemptPlan(
                stored(accepted, null).toList(),
                skipped(accepted, null).toList(),
                open,
                List.of(),
                List.of(),
                sent,
                false);
    }

    /**
     * The plan for all addresses, except what {@link #accepted} has planned.
     *
     * @param pause the pause before a retry, unless a provider requested a longer one
     */
    static AttemptPlan plan(EndedAttempt results, RetryPolicy policy, Duration pause) {
        EndedAttempt attempt = policy.apply(results);
        Optional<DelayedAttempt> retry = retry(attempt, pause);
        List<DelayedAttempt> delayed =
                Stream.concat(retry.stream(), waits(attempt)).toList();
        Instant retryAt = retry.map(DelayedAttempt::due).orElse(null);
        List<StoredCall> calls = attempt.addresses().stream()
                .filter(address -> !address.result().isSent())
                .flatMap(address -> stored(address, isRetried(address) ? retryAt : null))
                .toList();
        List<StoredSkip> skipped = attempt.addresses().stream()
                .filter(address -> !address.result().isSent())
                .flatMap(address -> skipped(address, nextTry(attempt, address, retryAt)))
                .toList();
        // While another attempt is pending, there is no final state yet.
        boolean complete = attempt.addresses().stream().noneMatch(AttemptPlanner::isPending);
        if (attempt.several()) {
            List<String> open = delayed.stream()
                    .flatMap(next -> next.delivery().addressIds().stream())
                    .toList();
            return new AttemptPlan(calls, skipped, open, finished(attempt), delayed, Optional.empty(), complete);
        }
        Optional<StateChange> end = complete ? end(attempt, attempt.sent()) : Optional.empty();
        return new AttemptPlan(calls, skipped, List.of(), List.of(), delayed, end, false);
    }

    /** The plan of the final state if there are several addresses, derived from the stored rows of all of them. */
    static AttemptPlan conclude(EndedAttempt results, RetryPolicy policy, DeliveryProgress progress) {
        if (progress.open()) {
            return AttemptPlan.ofState(Optional.empty());
        }
        EndedAttempt attempt = policy.apply(results);
        return AttemptPlan.ofState(progress.failed()
                .map(reason -> failed(attempt, reason, progress.accepted()))
                .or(() -> end(attempt, attempt.sent() || progress.reached())));
    }

    /** The final state. A message that was sent to one address counts as sent, whatever the results of the others. */
    private static Optional<StateChange> end(EndedAttempt attempt, boolean sent) {
        if (sent) {
            // The worker that stored the call has published the state, but may have died before it wrote it.
            return attempt.last(AttemptResult.Superseded.class)
                    .map(other -> new StateChange(SENT, false, Optional.empty()));
        }
        Optional<AttemptResult.Failed> failed = attempt.last(AttemptResult.Failed.class);
        if (failed.isPresent()) {
            return Optional.of(failed(attempt, failed.get().code(), false));
        }
        if (attempt.last(AttemptResult.Expired.class).isPresent()) {
            return Optional.of(StateChange.of(DeliveryStatus.of(DeliveryState.EXPIRED)));
        }
        // Without any result, all addresses were removed since the decision to send.
        Suppression reason = attempt.last(AttemptResult.Suppressed.class)
                .map(AttemptResult.Suppressed::reason)
                .orElse(Suppression.NO_ADDRESS);
        return Optional.of(StateChange.of(DeliveryStatus.suppressed(reason)));
    }

    /** @param accepted whether a provider accepted the message and reported a failure later: then there is no dead letter to replay */
    private static StateChange failed(EndedAttempt attempt, String reason, boolean accepted) {
        Optional<DeadLetter> deadLetter = accepted ? Optional.empty() : Optional.of(deadLetter(attempt, reason));
        return new StateChange(DeliveryStatus.failed(reason), true, deadLetter);
    }

    private static DeadLetter deadLetter(EndedAttempt attempt, String reason) {
        Optional<AttemptResult.Failed> failed = attempt.last(AttemptResult.Failed.class);
        UUID id = attempt.addresses().stream()
                .flatMap(address -> address.calls().stream())
                .map(call -> call.start().id())
                .reduce((earlier, later) -> later)
                .orElseGet(() -> failed.map(AttemptResult.Failed::failureId).orElse(null));
        String text = failed.map(AttemptResult.Failed::text).orElse("none of the devices could be reached");
        return new DeadLetter(id, reason, text);
    }

    /** The attempt at all addresses that are retried, together. */
    private static Optional<DelayedAttempt> retry(EndedAttempt attempt, Duration pause) {
        List<String> retried = new ArrayList<>();
        Duration after = pause;
        for (AddressAttempt address : attempt.addresses()) {
            if (address.result() instanceof AttemptResult.RetryLater retry) {
                retried.add(address.addressId());
                after = longer(after, retry.after());
            }
        }
        return retried.isEmpty()
                ? Optional.empty()
                : Optional.of(new DelayedAttempt(
                        attempt.delivery().next(retried, attempt.sent()),
                        attempt.at().plus(after)));
    }

    /** An attempt for each provider that addresses wait for, with the rate-limit tokens they have reserved, and one for those without. */
    private static Stream<DelayedAttempt> waits(EndedAttempt attempt) {
        Map<String, List<String>> waiting = new LinkedHashMap<>();
        Map<String, Duration> longest = new LinkedHashMap<>();
        for (AddressAttempt address : attempt.addresses()) {
            if (address.result() instanceof AttemptResult.Deferred deferred) {
                waiting.computeIfAbsent(deferred.awaitedProvider(), provider -> new ArrayList<>())
                        .add(address.addressId());
                longest.merge(deferred.awaitedProvider(), deferred.after(), AttemptPlanner::longer);
            }
        }
        return waiting.entrySet().stream()
                .map(wait -> new DelayedAttempt(
                        attempt.delivery().delayed(wait.getValue(), attempt.sent(), wait.getKey()),
                        attempt.at().plus(longest.get(wait.getKey()))));
    }

    private static List<FinishedAddress> finished(EndedAttempt attempt) {
        // Addresses that no longer exist are finished, too.
        Map<String, FinishedAddress> finished = new LinkedHashMap<>();
        attempt.delivery()
                .addressIds()
                .forEach(addressId -> finished.put(addressId, new FinishedAddress(addressId, attempt.at(), null)));
        for (AddressAttempt address : attempt.addresses()) {
            String code = address.result() instanceof AttemptResult.Failed failed ? failed.code() : null;
            finished.put(address.addressId(), new FinishedAddress(address.addressId(), attempt.at(), code));
            if (isPending(address)) {
                finished.remove(address.addressId());
            }
        }
        return List.copyOf(finished.values());
    }

    private static Stream<StoredCall> stored(AddressAttempt address, Instant retryAt) {
        return address.calls().stream().map(call -> new StoredCall(call, retryAt));
    }

    private static Stream<StoredSkip> skipped(AddressAttempt address, Instant retryAt) {
        return address.skipped().stream().map(skip -> new StoredSkip(skip, retryAt));
    }

    /** When the address is tried again; null if it is not. */
    private static Instant nextTry(EndedAttempt attempt, AddressAttempt address, Instant retryAt) {
        if (address.result() instanceof AttemptResult.Deferred deferred) {
            // The precision that is stored.
            return attempt.at().plus(deferred.after()).truncatedTo(ChronoUnit.MILLIS);
        }
        return isRetried(address) ? retryAt : null;
    }

    private static boolean isRetried(AddressAttempt address) {
        return address.result() instanceof AttemptResult.RetryLater;
    }

    /** Whether another attempt at this address will follow, by this worker or by another. */
    private static boolean isPending(AddressAttempt address) {
        return isRetried(address)
                || address.result() instanceof AttemptResult.Deferred
                || address.result() instanceof AttemptResult.Superseded other && !other.sent();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
