package dev.tidings.widecolumn;

/**
 * Thrown when a value does not fit the column, query or cursor it is given to. The message contains the value and what was expected. Always
 * thrown on the caller's thread before anything is passed to an engine, so nothing has been written.
 */
public final class InvalidValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 80;

    public InvalidValueException(String where, Object value, String expected) {
        super(where + ": got " + show(value) + ", expected " + expected);
    }

    /** Formats a value for an error message: quoted, typed, and short enough for a log line. */
    private static String show(Object value) {
        if (value == null) {
            return "null";
        }
        String text = String.valueOf(value);
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length() && i < MAX_SHOWN; i++) {
            char c = text.charAt(i);
            boolean plain = c >= ' ' && c != 0x7f && !Character.isSurrogate(c);
            shown.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        if (text.length() > MAX_SHOWN) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return value instanceof String
                ? "'" + shown + "'"
                : shown + " (" + value.getClass().getSimpleName() + ")";
    }
}
