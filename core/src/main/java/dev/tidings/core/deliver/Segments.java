package dev.tidings.core.deliver;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text as it goes over the air: in one segment if it fits, otherwise in several that a phone puts together again. Every network
 * counts and charges by these, whoever carries the text there.
 *
 * @param gsm whether all of it is in the alphabet of GSM; otherwise it is UCS-2, in which less than half as much fits
 * @param parts the bytes of each segment, without the header that tells its place
 */
public record Segments(boolean gsm, List<byte[]> parts) {
    /** More than that is refused: networks lose parts, and phones give up on what does not come together. */
    public static final int MOST = 10;

    /** In bytes as they are given here: a septet has one, and a unit of UCS-2 has two. */
    private static final int GSM_ALONE = 160;

    private static final int GSM_PART = 153;
    private static final int UCS2_ALONE = 140;
    private static final int UCS2_PART = 134;

    /** So many characters are never too many, whatever they are: a pair that would be split leaves one of the 67 of a segment empty. */
    private static final int SURELY = MOST * (UCS2_PART / 2 - 1);

    public static Segments of(String text) {
        return Gsm7.encode(text)
                .map(septets -> new Segments(true, cut(septets, true)))
                .orElseGet(() -> new Segments(false, cut(text.getBytes(UTF_16BE), false)));
    }

    /** Whether a text of so many characters (UTF-16) is never too many segments: then nobody has to count them. */
    public static boolean surelyFit(long characters) {
        return characters <= SURELY;
    }

    /** What it is written in over the air, as people call it who pay for it. */
    public String encoding() {
        return gsm ? "GSM-7" : "UCS-2";
    }

    public int count() {
        return parts.size();
    }

    public boolean tooMany() {
        return count() > MOST;
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

    /** An escape and what it escapes stay together; an escape is never escaped itself. */
    private static int splitEscape(byte[] septets, int end) {
        return septets[end - 1] == Gsm7.ESCAPE ? 1 : 0;
    }

    /** And so do the halves of a character outside the first plane. */
    private static int splitPair(byte[] units, int end) {
        return (units[end - 2] & 0xFC) == 0xD8 ? 2 : 0;
    }
}
