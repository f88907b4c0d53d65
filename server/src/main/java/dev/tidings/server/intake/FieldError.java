package dev.tidings.server.intake;

/**
 * One thing that is wrong with a request.
 *
 * @param pointer where, as a JSON pointer (RFC 6901); empty for the request as a whole
 * @param value what was given, shortened; null if nothing was
 * @param expected what should have been given
 */
public record FieldError(String pointer, String value, String expected) {
    private static final int LONGEST_POINTER = 300;
    private static final int LONGEST_VALUE = 100;

    public FieldError {
        pointer = shortened(pointer, LONGEST_POINTER);
        value = value == null ? null : shortened(value, LONGEST_VALUE);
    }

    private static String shortened(String text, int longest) {
        String part = text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
        return Text.isClean(part) ? part : writable(part);
    }

    /** What was refused for its characters, or was cut in the middle of one, still has to fit into an answer. */
    private static String writable(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '\ufffd' : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
