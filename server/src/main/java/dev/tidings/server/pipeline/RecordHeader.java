package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogEntry;

/**
 * The first two bytes of the records of all stages: the version of their format, and flags, one of which has the same bit in all of them.
 * So a record can be marked as redelivered by code that does not know its stage. Records with fields, flags or codes that earlier versions
 * don't know need a higher version: nodes of those versions then leave them alone.
 */
public final class RecordHeader {
    public static final byte VERSION = 1;

    /** The offset of the flags. */
    static final int FLAGS = 1;

    static final int REDELIVERED = 1 << 6;

    private RecordHeader() {}

    /**
     * @param kind the kind of the record, for the message
     * @throws NewerVersionException if a newer version of Tidings has written it
     * @throws IllegalStateException if it is damaged: no version has written it
     */
    public static void requireVersion(byte version, String kind) {
        if (isNewer(version)) {
            throw new NewerVersionException(kind, Byte.toUnsignedInt(version));
        }
        if (version != VERSION) {
            throw new IllegalStateException(kind + " of version " + version + ", expected " + VERSION);
        }
    }

    /** Whether a newer version of Tidings has written the record that begins with this byte. */
    public static boolean isNewer(byte version) {
        return Byte.toUnsignedInt(version) > VERSION;
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
