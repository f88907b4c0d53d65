package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;

/** Something that was taken off a queue for a consumer. */
sealed interface Slot {

    /** A record in memory. */
    record Held(long sequence, LogEntry entry, boolean repeated) implements Slot {
        /** What a record costs beside its payload, roughly. */
        private static final int OVERHEAD_BYTES = 100;

        static int bytes(LogEntry entry) {
            return entry.payload().length + OVERHEAD_BYTES;
        }
    }

    /** Records still to be read: the next so many of a queue. */
    record OnDisk(TenantQueue queue, int count) implements Slot {}
}
