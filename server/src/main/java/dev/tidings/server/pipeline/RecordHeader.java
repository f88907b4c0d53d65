package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogEntry;

/**
 * The first two bytes of the records of all stages: the version of their format, and flags, one of which has the same bit in all of them.
 * So a record can be marked as redelivered by code that does not know its stage.
 */
public final class RecordHeader {
    public static final byte VERSION = 1;

    /** The offset of the flags. */
    static final int FLAGS = 1;

    static final int REDELIVERED = 1 << 6;

    private RecordHeader() {}

    /**
     * @param kind the kind of the record, for the message
     * @throws IllegalStateException if this version of Tidings does not know the format
     */
    public static void requireVersion(byte version, String kind) {
        if (version != VERSION) {
            throw new IllegalStateException(kind + " of version " + version + ", expected " + VERSION
                    + ": it was written by a newer version of Tidings");
        }
    }

    /** A copy of an entry, marked as possibly redelivered. */
    public static LogEntry markRedelivered(LogEntry entry) {
        return new LogEntry(entry.lane(), entry.partition(), entry.tenant(), markRedelivered(entry.payload()));
    }

    /** A copy of a record, marked as possibly redelivered; of a damaged one without flags, a plain copy. */
    public static byte[] markRedelivered(byte[] record) {
        byte[] marked = record.clone();
        if (marked.length > FLAGS) {
            marked[FLAGS] |= REDELIVERED;
        }
        return marked;
    }

    /** Whether a record is marked as possibly redelivered. */
    public static boolean isRedelivered(byte[] record) {
        return (record[FLAGS] & REDELIVERED) != 0;
    }
}
