package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Workload;
import java.time.Duration;

/**
 * Rules of the design check about tombstones: report tables whose deleted rows or cleared cells leave more tombstones than a range read can
 * scan.
 */
final class TombstoneRules {
    private TombstoneRules() {}

    /** A lookup of one row reads one tombstone at most: only partitions with many rows are judged. */
    static void deletes(TableFacts facts, Findings findings) {
        if (facts.table().clustering().isEmpty() || facts.workload().isEmpty()) {
            return;
        }
        Workload workload = facts.workload().get();
        double tombstones = workload.busiestRowsPerDay() * workload.deletedShare() * tombstoneDays(facts);
        if (tombstones < Limits.WARN_TOMBSTONES) {
            return;
        }
        boolean queue = workload.deletedShare() >= Limits.QUEUE_DELETED_SHARE;
        findings.add(
                queue || tombstones > Limits.MAX_TOMBSTONES ? Severity.ERROR : Severity.WARNING,
                FindingCode.QUEUE_LIKE_DELETES,
                Math.round(workload.deletedShare() * 100)
                        + " % of the rows are deleted, so the busiest partition carries about "
                        + HumanReadable.count(tombstones)
                        + " tombstones, each kept for days. A read scans them to reach the remaining rows; Cassandra"
                        + " warns at "
                        + HumanReadable.count(Limits.WARN_TOMBSTONES) + " and refuses the read at "
                        + HumanReadable.count(Limits.MAX_TOMBSTONES)
                        + ". Let rows expire instead, and store the position of the reader, so that it starts after"
                        + " what is done.");
    }

    static void clears(TableFacts facts, Findings findings) {
        if (facts.workload().isEmpty() || facts.workload().get().clearsPerRow() <= 0) {
            return;
        }
        Workload workload = facts.workload().get();
        double rows = facts.table().clustering().isEmpty() ? 1 : workload.busiestRowsPerDay() * tombstoneDays(facts);
        double tombstones = rows * workload.clearsPerRow();
        findings.add(
                tombstones >= Limits.WARN_TOMBSTONES ? Severity.WARNING : Severity.NOTE,
                FindingCode.NULL_TOMBSTONES,
                "Values are cleared after they were set (" + HumanReadable.count(workload.clearsPerRow())
                        + " a row), and each leaves a tombstone: about " + HumanReadable.count(tombstones)
                        + " at a time in the busiest partition, which reads have to scan. Write a value that means"
                        + " 'none', or a time from which it holds, instead of a null.");
    }

    /** A tombstone stays for the grace period; a partition accumulates them while it takes rows, if that is shorter. */
    private static double tombstoneDays(TableFacts facts) {
        Duration life = facts.projection().orElseThrow().growth().life();
        return Math.min(HumanReadable.days(life), HumanReadable.days(Limits.TOMBSTONE_LIFE));
    }
}
