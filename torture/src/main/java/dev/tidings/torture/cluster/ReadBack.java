package dev.tidings.torture.cluster;

import dev.tidings.torture.cluster.ClusterReport.ClusterViolation;
import dev.tidings.widecolumn.Engine;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Reads every acked row back from the cluster, and reports missing or different ones as violations. */
final class ReadBack {
    private static final int IN_FLIGHT = 64;

    private final Engine engine;
    private final ClusterReport verdict;

    ReadBack(Engine engine, ClusterReport verdict) {
        this.engine = engine;
        this.verdict = verdict;
    }

    void verifyAll(Collection<Long> acked, String when) throws InterruptedException {
        Semaphore permits = new Semaphore(IN_FLIGHT);
        for (long number : acked) {
            permits.acquire();
            engine.readOne(ClusterTables.read(number)).whenComplete((row, failure) -> {
                if (failure != null) {
                    verdict.violated(ClusterViolation.ERROR, "read of " + number + " " + when + ": " + failure);
                } else if (!row.equals(Optional.of(ClusterTables.entry(number)))) {
                    verdict.violated(ClusterViolation.LOST, "entry " + number + " " + when + " is " + row);
                }
                permits.release();
            });
        }
        permits.acquire(IN_FLIGHT);
    }
}
