package dev.tidings.core.delivery;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An SMS text encoded and cut into the segments in which it is transmitted: one if it fits, otherwise several that the phone reassembles.
 * Networks charge by segments; texts of more than ten are rejected.
 *
 * @param gsm whether the whole text is in the GSM 7-bit alphabet; otherwise it is UCS-2, with less than half the capacity
 * @param parts the bytes of each segment, without its concatenation header
 */
public record SmsSegments(boolean gsm, List<byte[]> parts) {
    /** Longer texts are rejected: networks lose segments, and phones drop incomplete messages. */
    public static final int MAX_SEGMENTS = 10;

    /** In bytes of this representation: one per septet, two per UCS-2 unit. */
    private static final int GSM_ALONE = 160;

    private static final int GSM_PART = 153;
    private static final int UCS2_ALONE = 140;
    private static final int UCS2_PART = 134;

    /** This many characters always fit: a surrogate pair that would be split leaves one of the 67 units of a segment empty. */
    private static final int ALWAYS_FITS = MAX_SEGMENTS * (UCS2_PART / 2 - 1);

    public static SmsSegments of(String text) {
        return Gsm7.encode(text)
                .map(septets -> new SmsSegments(true, cut(septets, true)))
                .orElseGet(() -> new SmsSegments(false, cut(text.getBytes(UTF_16BE), false)));
    }

    /** Whether a text of this many UTF-16 characters fits without counting segments. */
    public static boolean alwaysFits(long characters) {
        return characters <= ALWAYS_FITS;
    }

    /** The usual name of the encoding. */
    public String encoding() {
        return gsm ? "GSM-7" : "UCS-2";
    }

    public int count() {
        return parts.size();
    }

    public boolean exceedsLimit() {
        return count() > MAX_SEGMENTS;
    }

    private static List<byte[]> cut(byte[] bytes, boolean gsm) {
        if (bytes.length <= (gsm ? GSM_ALONE : UCS2_ALONE)) {
            return List.of(bytes);
        }
        List<byte[]> parts = new ArrayList<>();
        int start = 0;
        while (start < bytes.length) {
            int end = Math.min(bytes.length, start + (gsm ? GSM_PART : UCS2_PART));
            if (end < bytes.length) {
                end -= gsm ? splitEscape(bytes, end) : splitPair(bytes, end);
            }
            parts.add(Arrays.copyOfRange(bytes, start, end));
            start = end;
        }
        return List.copyOf(parts);
    }

    /** An escape and the septet it escapes stay together; an escape is never escaped itself. */
    private static int splitEscape(byte[] septets, int end) {
        return septets[end - 1] == Gsm7.ESCAPE ? 1 : 0;
    }

    /** A surrogate pair stays together. */
    private static int splitPair(byte[] units, int end) {
        return (units[end - 2] & 0xFC) == 0xD8 ? 2 : 0;
    }
}
