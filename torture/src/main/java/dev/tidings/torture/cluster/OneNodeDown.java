package dev.tidings.torture.cluster;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.torture.cluster.ClusterReport.ClusterViolation;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Kills one of three nodes under load and restarts it. No write may fail, and no acked row may be missing, neither while the node is down
 * nor when it is back with stale data.
 */
final class OneNodeDown {
    private static final int WRITES = 20_000;

    private final CassandraLab lab;
    private final Engine engine;
    private final Duration outage;
    private final boolean ackEarly;
    private final ClusterReport verdict;
    private final ReadBack readBack;
    private final NavigableSet<Long> everAcked = new TreeSet<>();

    OneNodeDown(CassandraLab lab, Engine engine, Duration outage, boolean ackEarly, ClusterReport verdict) {
        this.lab = lab;
        this.engine = engine;
        this.outage = outage;
        this.ackEarly = ackEarly;
        this.verdict = verdict;
        this.readBack = new ReadBack(engine, verdict);
    }

    /** @param calmMillis how long to write before the kill */
    void cycle(long firstNumber, int node, int calmMillis) throws InterruptedException {
        PacedWriter writer =
                new PacedWriter(engine, firstNumber, (double) WRITES / outage.toSeconds(), ackEarly).start();
        Thread.sleep(calmMillis);
        verdict.progress("killing node " + node + " for " + outage.toSeconds() + " s, under load");
        lab.node(node).kill();
        Thread.sleep(outage.toMillis());
        readBack.verifyAll(writer.acked(), "with node " + node + " down");
        verdict.progress("restarting node " + node + ", still under load");
        lab.node(node).start();
        lab.awaitAllUp();
        writer.stopAfter(WRITES);
        readBack.verifyAll(writer.acked(), "with node " + node + " back");
        writer.failures()
                .forEach((number, failure) -> verdict.violated(
                        ClusterViolation.ERROR, "write " + number + " with node " + node + " down: " + failure));
        verdict.acked(writer.acked().size());
        everAcked.addAll(writer.acked());
    }

    /** Everything that was acked in any cycle. */
    Collection<Long> everAcked() {
        return everAcked;
    }
}
