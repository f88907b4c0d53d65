package dev.tidings.server.validation;

/**
 * One validation error of a request: the field, its value and the expected value.
 *
 * @param pointer a JSON pointer (RFC 6901); empty for the request as a whole
 * @param value the given value, shortened; null if it is missing
 * @param expected the expected value
 */
public record FieldError(String pointer, String value, String expected) {
    private static final int MAX_POINTER = 300;
    private static final int MAX_VALUE = 100;

    public FieldError {
        pointer = shortened(pointer, MAX_POINTER);
        value = value == null ? null : shortened(value, MAX_VALUE);
    }

    private static String shortened(String text, int max) {
        String part = text.length() <= max ? text : text.substring(0, max - 1) + "…";
        return TextChecks.isClean(part) ? part : encodable(part);
    }

    /** A value that was refused for its characters, or cut inside one, must still be encodable in the response. */
    private static String encodable(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '\ufffd' : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
