package dev.tidings.server.intake;

/** What strings may be made of. */
public final class Text {
    private Text() {}

    /** Neither a NUL nor half of a surrogate pair: what every table and every other program can take. */
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

    /** The same, but tabs and line ends are none. */
    public static boolean hasControlsWithinLines(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r') {
                return true;
            }
        }
        return false;
    }

    /** Whether it takes no more bytes than that in UTF-8. The text has to be clean. */
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
            // A surrogate is one of two that make up four bytes.
            needed += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return needed <= bytes;
    }
}
