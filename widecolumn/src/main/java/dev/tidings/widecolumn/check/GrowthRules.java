package dev.tidings.widecolumn.check;

import static dev.tidings.widecolumn.check.TableFacts.names;

import java.util.function.Consumer;

/**
 * Rules of the design check about partition growth: report a missing workload, unbounded partitions, and partitions with too many bytes or
 * rows.
 */
final class GrowthRules {
    private GrowthRules() {}

    static void workload(TableFacts facts, Findings findings) {
        if (facts.workload().isEmpty()) {
            findings.warning(
                    FindingCode.NO_WORKLOAD,
                    "No workload is declared, so the size of partitions and the load on them could not be projected."
                            + " Declare the rows a day of a usual and of the busiest partition.");
        }
    }

    static void unbounded(TableFacts facts, Findings findings) {
        facts.projection()
                .filter(p -> p.growth().bound() == PartitionGrowth.Bound.UNBOUNDED)
                .ifPresent(p -> findings.error(
                        FindingCode.UNBOUNDED_GROWTH,
                        "A partition of " + names(facts.table().partition())
                                + " takes rows forever: no time bucket in the key, no time to live, no limit"
                                + " in the domain. After a year the"
                                + " busiest"
                                + " has " + HumanReadable.count(p.busiestRows())
                                + " rows, "
                                + HumanReadable.bytes(p.busiestBytes())
                                + ", and keeps growing. Put a month, day or hour into the partition key, or"
                                + " let rows expire."));
    }

    static void size(TableFacts facts, Findings findings) {
        bounded(facts, p -> {
            if (p.busiestBytes() > Limits.WARN_PARTITION_BYTES) {
                boolean tooLarge = p.busiestBytes() > Limits.MAX_PARTITION_BYTES;
                findings.add(
                        tooLarge ? Severity.ERROR : Severity.WARNING,
                        FindingCode.PARTITION_TOO_LARGE,
                        "The busiest partition grows to " + HumanReadable.bytes(p.busiestBytes())
                                + (tooLarge ? ", over the limit of " : ", over half of the limit of ")
                                + HumanReadable.bytes(Limits.MAX_PARTITION_BYTES)
                                + ": compaction, repair and reads of it strain the nodes that hold it. Use a shorter"
                                + " time bucket, or add a shard number to the partition key.");
            }
        });
    }

    /** Reported only if the size is not: both have one cause and one remedy. */
    static void rows(TableFacts facts, Findings findings) {
        bounded(facts, p -> {
            boolean largeAnyway = p.busiestBytes() > Limits.WARN_PARTITION_BYTES;
            if (p.busiestRows() > Limits.WARN_PARTITION_ROWS && !largeAnyway) {
                findings.warning(
                        FindingCode.TOO_MANY_ROWS,
                        "The busiest partition grows to " + HumanReadable.count(p.busiestRows()) + " rows, over "
                                + HumanReadable.count(Limits.WARN_PARTITION_ROWS)
                                + ": however small they are, each is merged one by one in compaction and in long"
                                + " reads. Use a shorter time bucket, or add a shard number to the partition key.");
            }
        });
    }

    /** Unbounded partitions exceed every limit in time: only the cause is reported. */
    private static void bounded(TableFacts facts, Consumer<Projection> judgement) {
        facts.projection()
                .filter(p -> p.growth().bound() != PartitionGrowth.Bound.UNBOUNDED)
                .ifPresent(judgement);
    }
}
