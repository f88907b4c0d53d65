package dev.tidings.server.validation;

/**
 * Validates the bytes of a JSON text before it is parsed, and finds out whether escapes need a check as well. Jackson decodes overlong
 * forms and encoded surrogates, guesses UTF-16, and lets escapes yield unpaired surrogates: none of these may reach the tables or other
 * clients.
 */
final class Utf8 {
    /** Bytes that no JSON text has: invalid UTF-8, or a NUL. */
    static final int INVALID = -1;
    /** Valid, and without escapes that could yield further characters. */
    static final int PLAIN = 0;
    /** Valid, but escaped characters must be checked where they are decoded. */
    static final int ESCAPED = 1;

    private Utf8() {}

    static int scan(byte[] bytes, int from, int to) {
        int found = PLAIN;
        int i = from;
        while (i < to) {
            int b = bytes[i];
            if (b > 0) {
                if (b == '\\' && i + 1 < to && bytes[i + 1] == 'u') {
                    found = ESCAPED;
                }
                i++;
                continue;
            }
            int length = sequence(bytes, i, to);
            if (length == 0) {
                return INVALID;
            }
            i += length;
        }
        return found;
    }

    /** The length of the multi-byte sequence that starts here; 0 if it is invalid. The ranges are those of RFC 3629. */
    private static int sequence(byte[] bytes, int i, int to) {
        int b = bytes[i] & 0xff;
        if (b >= 0xc2 && b <= 0xdf) {
            return follows(bytes, i + 1, to, 0x80, 0xbf) ? 2 : 0;
        }
        if (b >= 0xe0 && b <= 0xef) {
            int low = b == 0xe0 ? 0xa0 : 0x80;
            int high = b == 0xed ? 0x9f : 0xbf;
            return follows(bytes, i + 1, to, low, high) && follows(bytes, i + 2, to, 0x80, 0xbf) ? 3 : 0;
        }
        if (b >= 0xf0 && b <= 0xf4) {
            int low = b == 0xf0 ? 0x90 : 0x80;
            int high = b == 0xf4 ? 0x8f : 0xbf;
            return follows(bytes, i + 1, to, low, high)
                            && follows(bytes, i + 2, to, 0x80, 0xbf)
                            && follows(bytes, i + 3, to, 0x80, 0xbf)
                    ? 4
                    : 0;
        }
        return 0;
    }

    private static boolean follows(byte[] bytes, int i, int to, int low, int high) {
        return i < to && (bytes[i] & 0xff) >= low && (bytes[i] & 0xff) <= high;
    }
}
