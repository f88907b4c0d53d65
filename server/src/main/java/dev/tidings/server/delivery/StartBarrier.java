package dev.tidings.server.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Holds back the outcomes of a batch until all its attempts have started, then passes them to the {@link OutcomeWriter} together. Without
 * it an immediate answer would be committed alone, and all the others would wait for that commit.
 */
final class StartBarrier {
    private final OutcomeWriter outcomeWriter;
    /** Null after all have started. */
    private List<OutcomeWriter.DeliveryWrites> collected = new ArrayList<>();

    StartBarrier(OutcomeWriter outcomeWriter) {
        this.outcomeWriter = outcomeWriter;
    }

    /** Completes when the outcome is durable, which is never before all attempts have started. */
    CompletableFuture<Void> write(OutcomeWriter.DeliveryWrites effect) {
        if (effect.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        synchronized (this) {
            if (collected != null) {
                collected.add(effect);
                return effect.durable();
            }
        }
        return outcomeWriter.write(effect);
    }

    /** Must always be called, or the collected outcomes are never written. */
    void allStarted() {
        List<OutcomeWriter.DeliveryWrites> all;
        synchronized (this) {
            all = collected;
            collected = null;
        }
        outcomeWriter.write(all);
    }
}
