package dev.tidings.widecolumn.check;

import static dev.tidings.widecolumn.check.TableFacts.names;

import dev.tidings.widecolumn.Clustering;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;

/**
 * Rules of the design check about the key alone: a missing partition key, too few partitions, one hot time bucket at a time, a key that
 * lets rows overwrite each other, and an unsuitable TTL anchor.
 */
final class KeyRules {
    private KeyRules() {}

    static void partitionKey(TableFacts facts, Findings findings) {
        if (facts.table().partition().isEmpty()) {
            findings.error(
                    FindingCode.NO_PARTITION_KEY,
                    "No column determines the node of a row, so the table can't exist. Make the columns that its main"
                            + " query fixes the partition key.");
        }
    }

    static void cardinality(TableFacts facts, Findings findings) {
        PartitionCount partitions = facts.partitions();
        if (facts.table().partition().isEmpty()
                || facts.onePartitionAtATime()
                || partitions.known() >= Limits.RECOMMENDED_PARTITIONS) {
            return;
        }
        String key = names(facts.table().partition());
        if (!partitions.unknown().isEmpty()) {
            findings.note(
                    FindingCode.UNKNOWN_CARDINALITY,
                    "How many values " + names(partitions.unknown()) + " can have was not declared, so whether " + key
                            + " spreads over a cluster could not be judged. Declare it with Workload.distinct.");
        } else if (!isSmall(facts)) {
            findings.add(
                    partitions.known() < Limits.MIN_PARTITIONS ? Severity.ERROR : Severity.WARNING,
                    FindingCode.LOW_CARDINALITY_KEY,
                    key + " has about " + HumanReadable.count(partitions.known())
                            + " values, so there are only that many partitions: a few nodes hold all the rows and do"
                            + " all the work, and adding nodes does not help. Expected are "
                            + HumanReadable.count(Limits.RECOMMENDED_PARTITIONS)
                            + " and more. Add a column with many values that the queries fix as well, a user or a shard"
                            + " number for instance.");
        }
    }

    /** Few partitions do no harm if the whole table is no larger than one healthy partition. */
    private static boolean isSmall(TableFacts facts) {
        double partitions = facts.partitions().known();
        return facts.projection()
                .filter(p -> p.growth().bound() != PartitionGrowth.Bound.UNBOUNDED)
                .filter(p -> partitions * p.busiestBytes() <= Limits.SMALL_TABLE_BYTES)
                .filter(p -> partitions * p.busiestWritesPerSecond() <= Limits.WARN_WRITES_PER_SECOND)
                .isPresent();
    }

    static void monotonicBucket(TableFacts facts, Findings findings) {
        if (!facts.onePartitionAtATime()) {
            return;
        }
        double writes =
                facts.projection().map(Projection::busiestWritesPerSecond).orElse(Limits.HARMLESS_WRITES_PER_SECOND);
        Severity severity = writes >= Limits.WARN_WRITES_PER_SECOND
                ? Severity.ERROR
                : writes >= Limits.HARMLESS_WRITES_PER_SECOND ? Severity.WARNING : Severity.NOTE;
        findings.add(
                severity,
                FindingCode.MONOTONIC_BUCKET,
                "Partitions differ only by time, " + names(facts.buckets())
                        + ", so all writes of the moment go to one partition and its few replicas while the other"
                        + " nodes are idle. Add a column that spreads them and that the queries can fix or go through,"
                        + " such as a shard number.");
    }

    static void unknownBucket(TableFacts facts, Findings findings) {
        boolean declared = facts.workload().flatMap(Workload::bucket).isPresent();
        if (declared && facts.buckets().isEmpty()) {
            findings.note(
                    FindingCode.UNKNOWN_BUCKET,
                    "The workload counts on a time bucket in the key, but no column of "
                            + names(facts.table().partition())
                            + " looks like one. Without it the partition would not stop growing. Name the column with"
                            + " Workload.bucket(column, duration).");
        }
    }

    /** A timestamp with a declared number of values is a bucket, such as an hour of a day, and one row for each is intended. */
    static void tieBreaker(TableFacts facts, Findings findings) {
        Declaration table = facts.table();
        if (table.clustering().isEmpty()) {
            return;
        }
        Clustering last = table.clustering().get(table.clustering().size() - 1);
        Column<?> column = last.column();
        boolean bucket =
                facts.workload().map(w -> w.distinct().containsKey(column)).orElse(false);
        if (column.type() == ColumnType.TIMESTAMP && !bucket) {
            findings.error(
                    FindingCode.MISSING_TIE_BREAKER,
                    "The key ends in the timestamp " + column.name()
                            + ": two rows of the same partition and millisecond are the same row, and the later"
                            + " silently overwrites the earlier. Add a unique column after it, or use a version 7"
                            + " uuid, which is time and tie-breaker in one.");
        }
    }

    static void anchor(TableFacts facts, Findings findings) {
        Declaration table = facts.table();
        table.ttl().map(Ttl::anchor).filter(a -> !table.key().contains(a)).ifPresent(anchor -> {
            findings.note(
                    FindingCode.ANCHOR_OUTSIDE_KEY,
                    "Expiry is counted from " + anchor.name()
                            + ", which is not in the key: every write has to carry it, also one that changes a single"
                            + " other column. A time in the key would be there by itself.");
        });
    }
}
