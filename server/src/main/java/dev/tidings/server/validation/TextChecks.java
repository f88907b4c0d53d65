package dev.tidings.server.validation;

/** Checks texts of requests for NULs, unpaired surrogates and control characters, and for the length of their UTF-8 encoding. */
public final class TextChecks {
    private TextChecks() {}

    /** Whether it has neither a NUL nor an unpaired surrogate, so that every table and client can store it. */
    public static boolean isClean(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    public static boolean hasControls(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it has control characters other than tabs and line ends. */
    public static boolean hasControlsWithinLines(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r') {
                return true;
            }
        }
        return false;
    }

    /** Whether its UTF-8 encoding has at most so many bytes. The text must be clean. */
    public static boolean fits(String text, int bytes) {
        if (text.length() > bytes) {
            return false;
        }
        if (text.length() <= bytes / 3) {
            return true;
        }
        int needed = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Each surrogate is half of a pair of four bytes.
            needed += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return needed <= bytes;
    }
}
