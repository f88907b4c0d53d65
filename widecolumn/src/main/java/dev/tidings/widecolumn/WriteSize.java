package dev.tidings.widecolumn;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;

/**
 * Computes an upper bound of the bytes of a write's values. Engines add a little per cell; a text of ASCII takes a third of what is counted
 * for it.
 */
public final class WriteSize {
    private static final int MAX_BYTES_PER_CHAR = 3;
    /** Of values with a fixed size. */
    private static final int MAX_FIXED_BYTES = 16;

    private WriteSize() {}

    public static long maxBytes(Write write) {
        long bytes = 0;
        for (Object value : write.values()) {
            if (value != null) {
                bytes += ofValue(value);
            }
        }
        return bytes;
    }

    private static long ofValue(Object value) {
        if (value instanceof String text) {
            return (long) MAX_BYTES_PER_CHAR * text.length();
        }
        if (value instanceof ByteBuffer blob) {
            return blob.remaining();
        }
        long bytes = MAX_FIXED_BYTES;
        if (value instanceof Map<?, ?> entries) {
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                bytes += ofValue(entry.getKey()) + ofValue(entry.getValue());
            }
        } else if (value instanceof Set<?> elements) {
            for (Object element : elements) {
                bytes += ofValue(element);
            }
        }
        return bytes;
    }
}
