package dev.tidings.widecolumn.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Reads the bytes written by a {@link ByteSink}. Throws if it runs past the end, which means corrupt data. */
public final class ByteSource {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int position;

    public ByteSource(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    public ByteSource(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public boolean hasMore() {
        return position < end;
    }

    public byte get() {
        need(1);
        return bytes[position++];
    }

    public int getInt() {
        need(4);
        int at = position;
        position += 4;
        return (int) INTS.get(bytes, at);
    }

    public long getLong() {
        need(8);
        int at = position;
        position += 8;
        return (long) LONGS.get(bytes, at);
    }

    public int getVarint() {
        if (position < end && bytes[position] >= 0) {
            return bytes[position++]; // almost always one byte
        }
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte b = get();
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new IllegalStateException("damaged value: a number of more than five bytes at " + position);
    }

    /** A text behind its length. */
    public String getText() {
        return getText(getVarint());
    }

    /** A text of this many bytes. */
    public String getText(int length) {
        return new String(bytes, skip(length), length, StandardCharsets.UTF_8);
    }

    public UUID getUuid() {
        return new UUID(getLong(), getLong());
    }

    /** Skips some bytes and returns their offset. */
    public int skip(int count) {
        need(count);
        int start = position;
        position += count;
        return start;
    }

    public byte[] array() {
        return bytes;
    }

    public int position() {
        return position;
    }

    public int end() {
        return end;
    }

    private void need(int count) {
        if (count < 0 || end - position < count) {
            throw new IllegalStateException("damaged value: needs " + count + " bytes at " + position + " of " + end);
        }
    }
}
