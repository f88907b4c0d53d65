package dev.tidings.widecolumn.check;

/** The rule of the design check about hot partitions: reports a partition that takes too many writes per second. */
final class LoadRules {
    private LoadRules() {}

    /** Not reported for a table that writes to one partition at a time: that is the cause, and reported as such. */
    static void hotPartition(TableFacts facts, Findings findings) {
        if (facts.onePartitionAtATime()) {
            return;
        }
        facts.projection()
                .map(Projection::busiestWritesPerSecond)
                .filter(writes -> writes > Limits.WARN_WRITES_PER_SECOND)
                .ifPresent(writes -> findings.add(
                        writes > Limits.MAX_WRITES_PER_SECOND ? Severity.ERROR : Severity.WARNING,
                        FindingCode.HOT_PARTITION,
                        "The busiest partition takes " + HumanReadable.count(writes)
                                + " writes a second on average, and more at"
                                + " its peak. All of them are done by its few replicas, however large the cluster; "
                                + HumanReadable.count(Limits.MAX_WRITES_PER_SECOND)
                                + " is the most to count on. Add a shard number to the partition key and read the"
                                + " shards side by side."));
    }
}
