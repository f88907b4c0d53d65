package dev.tidings.widecolumn;

import java.util.Arrays;
import java.util.List;

/**
 * Writes that an {@link Engine} applies with one call. Writes without a time of their own all get the same write time, so a batch must not
 * rely on the order of two writes to the same cell.
 *
 * @param atomic whether all or none of it is visible, always and on every engine; its size is limited. Otherwise that holds only for the
 *     writes that share a partition, and only while they are few: an engine may write many of them in parts
 */
public record Batch(List<Write> writes, boolean atomic) {
    /** The limit of an atomic batch. Cassandra refuses requests of 8 MiB, and would refuse it for ever. */
    public static final int MAX_ATOMIC_BYTES = 4 << 20;

    /** The limit of an atomic batch. A request has at most 65,535 statements, and a write may need several. */
    public static final int MAX_ATOMIC_WRITES = 10_000;

    public Batch {
        writes = List.copyOf(writes);
        if (writes.isEmpty()) {
            throw new InvalidValueException("batch", "no writes", "at least one");
        }
        for (Write write : writes) {
            if (write instanceof Upsert upsert) {
                // Rejects a write without the TTL anchor, before any of the batch is written.
                upsert.table().expirySecond(upsert.values());
            }
        }
        if (atomic) {
            checkOnePartition(writes);
            checkSize(writes);
        }
    }

    public static Batch of(Write write) {
        return new Batch(List.of(write), true);
    }

    /** Atomic: every write must be to the same partition of the same table. */
    public static Batch samePartition(List<? extends Write> writes) {
        return new Batch(List.copyOf(writes), true);
    }

    /**
     * Not atomic, of any size: after an error, some partitions may have been written and others not, and a reader may see some before
     * others. Retrying the whole batch is safe if its writes carry their write times.
     */
    public static Batch acrossPartitions(List<? extends Write> writes) {
        return new Batch(List.copyOf(writes), false);
    }

    private static void checkOnePartition(List<Write> writes) {
        Write first = writes.get(0);
        for (Write write : writes) {
            if (write.table() != first.table() || !samePartition(first, write)) {
                throw new InvalidValueException(
                        "batch in one partition",
                        describe(write),
                        "a write to " + describe(first) + "; use acrossPartitions() if it need not be atomic");
            }
        }
    }

    private static void checkSize(List<Write> writes) {
        if (writes.size() > MAX_ATOMIC_WRITES) {
            throw tooLarge(writes.size() + " writes to " + describe(writes.get(0)), MAX_ATOMIC_WRITES + " writes");
        }
        long bytes = 0;
        for (Write write : writes) {
            bytes += WriteSize.maxBytes(write);
        }
        if (bytes > MAX_ATOMIC_BYTES) {
            throw tooLarge(
                    "up to " + bytes + " bytes for " + describe(writes.get(0)),
                    MAX_ATOMIC_BYTES + " bytes, counting three per character of a text");
        }
    }

    private static InvalidValueException tooLarge(String got, String limit) {
        return new InvalidValueException(
                "atomic batch", got, "at most " + limit + "; use acrossPartitions() if it need not be atomic");
    }

    private static boolean samePartition(Write a, Write b) {
        for (int i = 0; i < a.table().partitionSize(); i++) {
            if (!a.values()[i].equals(b.values()[i])) {
                return false;
            }
        }
        return true;
    }

    private static String describe(Write write) {
        Object[] values = write.values();
        return write.table().name() + " "
                + Arrays.asList(values).subList(0, write.table().partitionSize());
    }
}
