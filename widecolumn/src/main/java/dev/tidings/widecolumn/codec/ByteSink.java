package dev.tidings.widecolumn.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * A growable byte array to which codecs append numbers, texts and bytes. Big-endian throughout, so that unsigned byte order is numeric
 * order.
 */
public final class ByteSink {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes;
    private int length;

    public ByteSink(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    public ByteSink put(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public ByteSink putInt(int value) {
        ensure(4);
        setInt(length, value);
        length += 4;
        return this;
    }

    public ByteSink putLong(long value) {
        ensure(8);
        setLong(length, value);
        length += 8;
        return this;
    }

    public ByteSink put(byte[] source) {
        return put(source, 0, source.length);
    }

    public ByteSink put(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    /** An unsigned number, seven bits a byte, least significant first. */
    public ByteSink putVarint(int value) {
        ensure(5);
        while ((value & ~0x7f) != 0) {
            bytes[length++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        bytes[length++] = (byte) value;
        return this;
    }

    /** The length as a varint, and the text in UTF-8. */
    public ByteSink putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return putVarint(utf8.length).put(utf8);
    }

    public ByteSink putUuid(UUID id) {
        return putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    /** Reserves bytes to be filled with {@link #setInt} or through {@link #array}, and returns their offset. */
    public int skip(int count) {
        ensure(count);
        int start = length;
        length += count;
        return start;
    }

    public void setInt(int at, int value) {
        INTS.set(bytes, at, value);
    }

    public void setLong(int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /** Inverts every bit from here to the end, which reverses the sort order. */
    void invertFrom(int start) {
        for (int i = start; i < length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }

    /** The backing array: longer than {@link #length}, and replaced when the sink grows. */
    public byte[] array() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public void truncate(int newLength) {
        length = newLength;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
