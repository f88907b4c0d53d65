package dev.tidings.torture.cluster;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraNode;
import dev.tidings.torture.cluster.ClusterReport.ClusterViolation;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Kills two of three nodes. Without a quorum every write must be refused as unavailable and safe to retry, and none may be acked. When the
 * nodes are back, the refused writes are retried.
 */
final class TwoNodesDown {
    private static final int PER_SECOND = 20;
    private static final int WRITES_AFTERWARDS = 1000;

    private final CassandraLab lab;
    private final Engine impatient;
    private final Engine patient;
    private final boolean ackEarly;
    private final ClusterReport verdict;
    private final ReadBack readBack;

    TwoNodesDown(CassandraLab lab, Engine impatient, Engine patient, boolean ackEarly, ClusterReport verdict) {
        this.lab = lab;
        this.impatient = impatient;
        this.patient = patient;
        this.ackEarly = ackEarly;
        this.verdict = verdict;
        this.readBack = new ReadBack(patient, verdict);
    }

    /** @param outage long enough for the survivor to notice: at first its writes time out, later it refuses them immediately */
    void run(long firstNumber, int survivor, Duration outage) throws InterruptedException {
        List<CassandraNode> killed =
                lab.nodes().stream().filter(node -> node != lab.node(survivor)).toList();
        verdict.progress("killing all nodes but " + survivor + " for " + outage.toSeconds() + " s");
        killed.forEach(CassandraNode::kill);
        PacedWriter writer = new PacedWriter(impatient, firstNumber, PER_SECOND, ackEarly).start();
        Thread.sleep(outage.toMillis());
        writer.stopAfter(0);
        judge(writer);
        verdict.progress("restarting them");
        killed.parallelStream().forEach(CassandraNode::start);
        lab.awaitAllUp();
        // Empty, unless writes were acked without a quorum.
        readBack.verifyAll(writer.acked(), "acked with two nodes down");
        retry(writer.failures());
        writeAgain(firstNumber + writer.sent());
    }

    private void judge(PacedWriter writer) {
        writer.acked().forEach(number -> verdict.violated(ClusterViolation.ACKED_WITHOUT_QUORUM, "write " + number));
        writer.failures().forEach((number, failure) -> {
            boolean right = failure instanceof StoreException refusal
                    && refusal.reason() == Reason.UNAVAILABLE
                    && refusal.retrySafe();
            if (right) {
                verdict.refused(1);
            } else {
                verdict.violated(ClusterViolation.WRONG_REFUSAL, "write " + number + ": " + failure);
            }
        });
    }

    private void retry(Map<Long, Throwable> refused) throws InterruptedException {
        for (long number : refused.keySet()) {
            try {
                patient.write(ClusterTables.write(number)).join();
            } catch (RuntimeException e) {
                verdict.violated(ClusterViolation.ERROR, "write " + number + ", retried with all nodes back: " + e);
            }
        }
        verdict.acked(refused.size());
        readBack.verifyAll(refused.keySet(), "retried after it was refused");
    }

    private void writeAgain(long firstNumber) throws InterruptedException {
        PacedWriter writer = new PacedWriter(patient, firstNumber, WRITES_AFTERWARDS, ackEarly).start();
        writer.stopAfter(WRITES_AFTERWARDS);
        writer.failures()
                .forEach((number, failure) -> verdict.violated(
                        ClusterViolation.ERROR, "write " + number + " with all nodes back: " + failure));
        readBack.verifyAll(writer.acked(), "with all nodes back");
        verdict.acked(writer.acked().size());
    }
}
