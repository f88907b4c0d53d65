package dev.tidings.server.config;

/** Escapes untrusted text to one line, for error messages, where it is also shortened, and for printed YAML. */
final class MessageText {

    private static final int MAX_LENGTH = 80;

    private MessageText() {}

    /** Without a limit of length. */
    static String plain(String text) {
        return escaped(text, Integer.MAX_VALUE);
    }

    static String clipped(String text) {
        return text.codePointCount(0, text.length()) > MAX_LENGTH ? escaped(text, MAX_LENGTH) + "…" : plain(text);
    }

    static String quoted(String text) {
        return "'" + clipped(text) + "'";
    }

    /** As a complete double-quoted scalar of YAML. */
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

    private static String escaped(String text, int limit) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(limit).forEach(character -> append(shown, character));
        return shown.toString();
    }

    /** Escapes line breaks, bidirectional controls and invisible characters as YAML does. */
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
