package dev.tidings.templates;

import dev.tidings.templates.TemplateNode.TextPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parses the text of a template part to {@link TemplateNode}s: variables, sections, inverted sections and comments. Other Mustache tags are
 * rejected with a reason and a position.
 */
final class TemplateParser {
    /** The limit of one name; also keeps error messages readable. */
    private static final int MAX_NAME = 100;

    private static final int MAX_DEPTH = 8;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*(\\.[A-Za-z_][A-Za-z0-9_-]*)*");

    /** A syntax error with its position. */
    static final class TemplateSyntaxException extends Exception {
        private static final long serialVersionUID = 1L;
        private final String found;

        TemplateSyntaxException(String found, TextPosition place, String reason) {
            super(place + ": " + reason, null, false, false);
            this.found = found.length() > MAX_NAME ? found.substring(0, MAX_NAME) : found;
        }

        String found() {
            return found;
        }
    }

    /** A section that is not closed yet; the outermost is the template itself. */
    private record Open(
            List<String> name, TextPosition place, boolean inverted, boolean inString, List<TemplateNode> inside) {}

    private final String text;
    private final boolean json;
    private final Deque<Open> open = new ArrayDeque<>();
    /** The position up to which the text is parsed. */
    private int at;

    private int line = 1;
    private int lineStart;
    /** The position up to which lines are counted. */
    private int countedTo;

    private boolean inString;

    private TemplateParser(String text, boolean json) {
        this.text = text;
        this.json = json;
        open.push(new Open(List.of(), new TextPosition(1, 1), false, false, new ArrayList<>()));
    }

    /** @param json whether the output is JSON: then each variable records whether it is inside a string */
    static List<TemplateNode> parse(String text, boolean json) throws TemplateSyntaxException {
        return new TemplateParser(text, json).parse();
    }

    private List<TemplateNode> parse() throws TemplateSyntaxException {
        for (int tag = text.indexOf("{{"); tag >= 0; tag = text.indexOf("{{", at)) {
            TextPosition place = place(tag);
            int end = text.indexOf("}}", tag + 2);
            if (end < 0) {
                throw new TemplateSyntaxException(text.substring(tag), place, "a tag that is closed with }}");
            }
            String inside = text.substring(tag + 2, end).strip();
            tag(inside, tag, end + 2, place);
        }
        text(text.length());
        Open last = open.pop();
        if (!open.isEmpty()) {
            throw new TemplateSyntaxException(
                    "{{#" + dotted(last.name()) + "}}", last.place(), "a section that is opened and never closed");
        }
        return last.inside();
    }

    private void tag(String inside, int from, int to, TextPosition place) throws TemplateSyntaxException {
        char kind = inside.isEmpty() ? ' ' : inside.charAt(0);
        switch (kind) {
            case '!' -> standalone(from, to);
            case '#', '^' -> {
                standalone(from, to);
                if (open.size() > MAX_DEPTH) {
                    throw new TemplateSyntaxException(inside, place, "sections at most " + MAX_DEPTH + " deep");
                }
                List<String> name = name(inside.substring(1), place);
                open.push(new Open(name, place, kind == '^', inString, new ArrayList<>()));
            }
            case '/' -> {
                standalone(from, to);
                close(inside, place);
            }
            case '>' -> throw new TemplateSyntaxException(inside, place, "no partials: a template is self-contained");
            case '=' -> throw new TemplateSyntaxException(inside, place, "no other delimiters than {{ and }}");
            case '{', '&' ->
                throw new TemplateSyntaxException(
                        inside, place, "{{name}}: values are always escaped as the part needs it");
            default -> {
                text(from);
                add(new TemplateNode.Variable(name(inside, place), place, inString));
                at = to;
            }
        }
    }

    private void close(String inside, TextPosition place) throws TemplateSyntaxException {
        List<String> name = name(inside.substring(1), place);
        Open closed = open.peek();
        if (open.size() == 1) {
            throw new TemplateSyntaxException(inside, place, "a section of this name that was opened before");
        }
        if (!closed.name().equals(name)) {
            throw new TemplateSyntaxException(
                    inside,
                    place,
                    "{{/" + dotted(closed.name()) + "}}, which closes the section opened at " + closed.place());
        }
        if (json && closed.inString() != inString) {
            throw new TemplateSyntaxException(inside, place, "as many opening as closing quotes within a section");
        }
        open.pop();
        add(new TemplateNode.Section(closed.name(), closed.place(), closed.inverted(), List.copyOf(closed.inside())));
    }

    private static List<String> name(String given, TextPosition place) throws TemplateSyntaxException {
        String name = given.strip();
        if (name.equals(".")) {
            return List.of();
        }
        if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
            throw new TemplateSyntaxException(
                    name, place, "a name of letters, digits, '_' and '-', or several with a dot between them");
        }
        return List.of(name.split("\\."));
    }

    /** A tag without output: if it is alone on its line, the line is removed with it. */
    private void standalone(int from, int to) {
        int before = from;
        while (before > at && isBlank(text.charAt(before - 1))) {
            before--;
        }
        boolean first = before == 0 || text.charAt(before - 1) == '\n';
        int after = to;
        while (after < text.length() && isBlank(text.charAt(after))) {
            after++;
        }
        boolean last = after == text.length() || text.startsWith("\n", after) || text.startsWith("\r\n", after);
        if (first && last) {
            text(before);
            at = after == text.length() ? after : text.indexOf('\n', after) + 1;
        } else {
            text(from);
            at = to;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private void text(int to) {
        if (to > at) {
            String piece = text.substring(at, to);
            add(new TemplateNode.Text(piece));
            for (int i = 0; json && i < piece.length(); i++) {
                char c = piece.charAt(i);
                if (c == '\\' && inString) {
                    i++;
                } else if (c == '"') {
                    inString = !inString;
                }
            }
        }
        at = Math.max(at, to);
    }

    private void add(TemplateNode node) {
        open.peek().inside().add(node);
    }

    private TextPosition place(int offset) {
        for (int i = text.indexOf('\n', countedTo); i >= 0 && i < offset; i = text.indexOf('\n', countedTo)) {
            line++;
            lineStart = i + 1;
            countedTo = i + 1;
        }
        return new TextPosition(line, offset - lineStart + 1);
    }

    static String dotted(List<String> name) {
        return name.isEmpty() ? "." : String.join(".", name);
    }
}
