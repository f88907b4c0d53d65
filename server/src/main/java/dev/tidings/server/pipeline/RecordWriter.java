package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.widecolumn.codec.ByteSink;
import java.time.Instant;
import java.util.UUID;

/**
 * Writes the header of a log record and then its fields, in the order of the calls. An optional field is written if it has a value, and sets
 * its flag in the header. Read by a {@link RecordReader}, in the same order.
 */
public final class RecordWriter {
    private final ByteSink sink;

    /** @param capacity the expected length */
    public RecordWriter(int capacity, boolean redelivered) {
        sink = new ByteSink(capacity).put(RecordHeader.VERSION).put(redelivered ? RecordHeader.REDELIVERED : 0);
    }

    public RecordWriter flag(int flag, boolean set) {
        if (set) {
            sink.array()[RecordHeader.FLAGS] |= (byte) flag;
        }
        return this;
    }

    public RecordWriter code(int code) {
        sink.put(code);
        return this;
    }

    public RecordWriter varint(int value) {
        sink.putVarint(value);
        return this;
    }

    public RecordWriter uuid(UUID id) {
        sink.putUuid(id);
        return this;
    }

    public RecordWriter text(String text) {
        sink.putText(text);
        return this;
    }

    /** A text or null without a flag: 0 for null, otherwise the length plus one and the text. */
    public RecordWriter nullableText(String text) {
        if (text == null) {
            sink.putVarint(0);
        } else {
            byte[] utf8 = text.getBytes(UTF_8);
            sink.putVarint(utf8.length + 1).put(utf8);
        }
        return this;
    }

    /** Written if it is positive. */
    public RecordWriter optionalVarint(int flag, int value) {
        return value > 0 ? flag(flag, true).varint(value) : this;
    }

    /** Written unless it is the default. */
    public RecordWriter optionalUuid(int flag, UUID id, UUID byDefault) {
        return id.equals(byDefault) ? this : flag(flag, true).uuid(id);
    }

    /** Written unless it is null. */
    public RecordWriter optionalText(int flag, String text) {
        return text == null ? this : flag(flag, true).text(text);
    }

    /** Written in milliseconds, unless it is null. */
    public RecordWriter optionalTime(int flag, Instant time) {
        if (time != null) {
            flag(flag, true);
            sink.putLong(time.toEpochMilli());
        }
        return this;
    }

    /** The end of the record, without a length. */
    public byte[] rest(byte[] bytes) {
        return sink.put(bytes).toBytes();
    }

    public byte[] toBytes() {
        return sink.toBytes();
    }
}
