package dev.tidings.server.delivery;

import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The plan of everything that is written after a delivery attempt, or after a part of it. Made by {@link AttemptPlanner}, written by {@link
 * AttemptWriter}.
 *
 * @param calls the provider calls to be stored
 * @param skipped the providers that were not called, to be stored
 * @param open the ids of addresses to be marked as not finished
 * @param finished the addresses to be marked as finished
 * @param delayed the attempts to be made later
 * @param change the new state of the delivery
 * @param needsProgress whether the final state has to be derived from the stored rows of all addresses, once this plan is written
 */
record AttemptPlan(
        List<StoredCall> calls,
        List<StoredSkip> skipped,
        List<String> open,
        List<FinishedAddress> finished,
        List<DelayedAttempt> delayed,
        Optional<StateChange> change,
        boolean needsProgress) {
    AttemptPlan {
        calls = List.copyOf(calls);
        skipped = List.copyOf(skipped);
        open = List.copyOf(open);
        finished = List.copyOf(finished);
        delayed = List.copyOf(delayed);
    }

    /** A plan of a new state only, or of nothing. */
    static AttemptPlan ofState(Optional<StateChange> change) {
        return new AttemptPlan(List.of(), List.of(), List.of(), List.of(), List.of(), change, false);
    }

    /** @param retryAt null if it is not retried */
    record StoredCall(AnsweredCall call, Instant retryAt) {}

    /** @param retryAt when the address is tried again; null if another provider was called */
    record StoredSkip(SkippedProvider skipped, Instant retryAt) {}

    /** @param code the failure code; null if it did not fail */
    record FinishedAddress(String addressId, Instant at, String code) {}

    /** An attempt to be made later. */
    record DelayedAttempt(OutboundDelivery delivery, Instant due) {}

    /**
     * A new state of the delivery.
     *
     * @param published whether webhook events follow; not if another worker has published them before
     * @param deadLetter for a failed delivery that can be replayed
     */
    record StateChange(DeliveryStatus status, boolean published, Optional<DeadLetter> deadLetter) {
        static StateChange of(DeliveryStatus status) {
            return new StateChange(status, true, Optional.empty());
        }
    }

    /** @param id null if the writer has to mint one */
    record DeadLetter(UUID id, String code, String text) {}
}
