package dev.tidings.server.config;

/** Text from outside in a message: on one line, whatever is in it. */
final class Shown {

    private static final int LONGEST = 80;

    private Shown() {}

    /** All of it. */
    static String plain(String text) {
        return escaped(text, Integer.MAX_VALUE);
    }

    static String clipped(String text) {
        return text.codePointCount(0, text.length()) > LONGEST ? escaped(text, LONGEST) + "…" : plain(text);
    }

    static String quoted(String text) {
        return "'" + clipped(text) + "'";
    }

    /** As a double-quoted scalar of YAML, complete. */
    static String yaml(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.codePoints().forEach(character -> {
            if (character == '"' || character == '\\') {
                shown.append('\\');
            }
            append(shown, character);
        });
        return shown.append('"').toString();
    }

    private static String escaped(String text, int longest) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(longest).forEach(character -> append(shown, character));
        return shown.toString();
    }

    /** What would break the line, turn its direction or not be seen is escaped as YAML does it. */
    private static void append(StringBuilder shown, int character) {
        switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                shown.append(String.format(character > 0xffff ? "\\U%08x" : "\\u%04x", character));
            default -> shown.appendCodePoint(character);
        }
    }
}
