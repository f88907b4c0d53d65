package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;

/**
 * An element that {@link ReadyQueues} hands to a consumer: a record in memory, or a number of records the consumer has to read from disk.
 */
sealed interface QueueSlot {

    /** A record in memory. */
    record HeldRecord(long sequence, LogEntry entry, boolean redelivered) implements QueueSlot {
        /** The approximate memory of a record beside its payload. */
        private static final int OVERHEAD_BYTES = 100;

        static int bytes(LogEntry entry) {
            return entry.payload().length + OVERHEAD_BYTES;
        }
    }

    /** Records still to be read from disk: the next {@code count} of a queue. */
    record UnreadRecords(TenantQueue queue, int count) implements QueueSlot {}
}
