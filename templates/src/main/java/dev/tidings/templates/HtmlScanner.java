package dev.tidings.templates;

import java.util.Locale;
import java.util.Set;

/**
 * Tells where in an HTML document the text read so far ends: in text, in the value of an attribute, in a script. Reads the literal text of
 * a template piece by piece, as a browser would; what it does not need to tell apart, it does not.
 */
final class HtmlScanner {
    /** Stands for a variable in the value of an attribute. */
    static final char VARIABLE = '\uFFFC';

    private static final Set<String> RAW_ELEMENTS = Set.of("script", "style");

    /** The kinds of places, by what can be written there. */
    enum PlaceKind {
        TEXT,
        /** The name of an element or attribute, or between attributes. */
        TAG,
        QUOTED,
        UNQUOTED,
        COMMENT,
        /** The content of a script or style sheet. */
        RAW
    }

    /**
     * A place in the document.
     *
     * @param attribute its name in lower case, if in a value; else empty
     * @param quote the quote around the value; 0 if none
     */
    record HtmlPlace(PlaceKind kind, String attribute, char quote) {}

    /** Receives each quoted value when it ends. */
    interface ValueListener {
        void ended(String attribute, String value);
    }

    private enum State {
        TEXT,
        TAG_START,
        TAG_NAME,
        IN_TAG,
        ATTRIBUTE_NAME,
        AFTER_NAME,
        BEFORE_VALUE,
        QUOTED,
        UNQUOTED,
        DECLARATION,
        COMMENT,
        RAW
    }

    private final ValueListener listener;
    private final StringBuilder element = new StringBuilder();
    private final StringBuilder attribute = new StringBuilder();
    /** The value, declaration, comment or raw text that is being read. */
    private final StringBuilder content = new StringBuilder();

    private State state = State.TEXT;
    private char quote;

    HtmlScanner(ValueListener listener) {
        this.listener = listener;
    }

    void read(String text) {
        for (int i = 0; i < text.length(); i++) {
            read(text.charAt(i));
        }
    }

    /** A variable stands here. */
    void readVariable() {
        if (state == State.BEFORE_VALUE) {
            state = State.UNQUOTED;
        } else if (state == State.QUOTED) {
            content.append(VARIABLE);
        }
    }

    HtmlPlace place() {
        return switch (state) {
            case TEXT -> new HtmlPlace(PlaceKind.TEXT, "", '\0');
            case COMMENT, DECLARATION -> new HtmlPlace(PlaceKind.COMMENT, "", '\0');
            case RAW -> new HtmlPlace(PlaceKind.RAW, "", '\0');
            case QUOTED -> new HtmlPlace(PlaceKind.QUOTED, lower(attribute), quote);
            case BEFORE_VALUE, UNQUOTED -> new HtmlPlace(PlaceKind.UNQUOTED, lower(attribute), '\0');
            case TAG_START, TAG_NAME, IN_TAG, ATTRIBUTE_NAME, AFTER_NAME -> new HtmlPlace(PlaceKind.TAG, "", '\0');
        };
    }

    private void read(char c) {
        switch (state) {
            case TEXT -> state = c == '<' ? State.TAG_START : State.TEXT;
            case TAG_START -> tagStart(c);
            case TAG_NAME -> {
                if (isBlank(c)) {
                    state = State.IN_TAG;
                } else if (c == '>') {
                    tagEnd();
                } else {
                    element.append(c);
                }
            }
            case IN_TAG, ATTRIBUTE_NAME, AFTER_NAME -> inTag(c);
            case BEFORE_VALUE -> beforeValue(c);
            case QUOTED -> {
                if (c == quote) {
                    listener.ended(lower(attribute), content.toString());
                    state = State.IN_TAG;
                } else {
                    content.append(c);
                }
            }
            case UNQUOTED -> {
                if (isBlank(c)) {
                    state = State.IN_TAG;
                } else if (c == '>') {
                    tagEnd();
                }
            }
            case DECLARATION -> declaration(c);
            case COMMENT -> comment(c);
            case RAW -> raw(c);
        }
    }

    private void tagStart(char c) {
        element.setLength(0);
        content.setLength(0);
        if (c == '!' || c == '?') {
            state = State.DECLARATION;
        } else if (c == '/' || Character.isLetter(c)) {
            state = State.TAG_NAME;
            element.append(c);
        } else if (c != '<') {
            state = State.TEXT;
        }
    }

    private void inTag(char c) {
        if (c == '>') {
            tagEnd();
        } else if (c == '=' && state != State.IN_TAG) {
            state = State.BEFORE_VALUE;
        } else if (isBlank(c)) {
            state = state == State.IN_TAG ? State.IN_TAG : State.AFTER_NAME;
        } else if (c == '/') {
            state = State.IN_TAG;
        } else {
            if (state != State.ATTRIBUTE_NAME) {
                attribute.setLength(0);
            }
            attribute.append(c);
            state = State.ATTRIBUTE_NAME;
        }
    }

    private void beforeValue(char c) {
        if (c == '"' || c == '\'') {
            quote = c;
            content.setLength(0);
            state = State.QUOTED;
        } else if (c == '>') {
            tagEnd();
        } else if (!isBlank(c)) {
            state = State.UNQUOTED;
        }
    }

    private void tagEnd() {
        content.setLength(0);
        state = RAW_ELEMENTS.contains(elementName()) ? State.RAW : State.TEXT;
    }

    private String elementName() {
        String name = lower(element);
        return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }

    private void declaration(char c) {
        content.append(c);
        if (c == '>') {
            state = State.TEXT;
        } else if (content.length() == 2 && content.charAt(0) == '-' && c == '-') {
            content.setLength(0);
            state = State.COMMENT;
        }
    }

    /** A conditional comment, {@code <!--[if mso]>}, is a comment for most mail clients and markup for some: so its content is markup. */
    private void comment(char c) {
        content.append(c);
        if (c == '>') {
            int length = content.length();
            boolean immediate = length == 1 || length == 2 && content.charAt(0) == '-';
            if (immediate
                    || length > 2 && content.substring(length - 3).equals("-->")
                    || length > 2 && content.substring(0, 3).equalsIgnoreCase("[if")) {
                state = State.TEXT;
            }
        }
    }

    private void raw(char c) {
        content.append(c);
        String end = "</" + elementName();
        if (content.length() >= end.length()
                && content.substring(content.length() - end.length()).equalsIgnoreCase(end)) {
            element.setLength(0);
            state = State.IN_TAG;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    }

    private static String lower(StringBuilder text) {
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
