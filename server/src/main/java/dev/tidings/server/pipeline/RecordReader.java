package dev.tidings.server.pipeline;

import dev.tidings.widecolumn.codec.ByteSource;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/** Reads the fields of a log record in the order in which a {@link RecordWriter} wrote them. Throws if they end early. */
public final class RecordReader {
    private final ByteSource source;
    private final int flags;

    /**
     * @throws NewerVersionException if a newer version of Tidings has written the record
     * @throws IllegalStateException if it is damaged
     */
    public RecordReader(byte[] record) {
        source = new ByteSource(record);
        RecordHeader.requireVersion(source.get(), "log record");
        flags = source.get();
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    public boolean redelivered() {
        return has(RecordHeader.REDELIVERED);
    }

    public byte code() {
        return source.get();
    }

    public int varint() {
        return source.getVarint();
    }

    public UUID uuid() {
        return source.getUuid();
    }

    public String text() {
        return source.getText();
    }

    /** A text or null, written without a flag. */
    public String nullableText() {
        int length = source.getVarint();
        return length == 0 ? null : source.getText(length - 1);
    }

    public int optionalVarint(int flag) {
        return has(flag) ? varint() : 0;
    }

    public UUID optionalUuid(int flag, UUID byDefault) {
        return has(flag) ? uuid() : byDefault;
    }

    public String optionalText(int flag) {
        return has(flag) ? text() : null;
    }

    public Instant optionalTime(int flag) {
        return has(flag) ? Instant.ofEpochMilli(source.getLong()) : null;
    }

    /** The bytes behind the fields read so far. */
    public byte[] rest() {
        return Arrays.copyOfRange(source.array(), source.position(), source.end());
    }
}
