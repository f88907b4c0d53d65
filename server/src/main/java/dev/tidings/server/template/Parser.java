package dev.tidings.server.template;

import dev.tidings.server.template.Node.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/** Parses a template: variables, sections, inverted sections and comments. Other Mustache tags are rejected with a reason. */
final class Parser {
    /** The limit of one name; also keeps error messages readable. */
    private static final int MAX_NAME = 100;

    private static final int MAX_DEPTH = 8;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*(\\.[A-Za-z_][A-Za-z0-9_-]*)*");

    /** A syntax error with its position. */
    static final class Mistake extends Exception {
        private static final long serialVersionUID = 1L;
        private final String found;

        Mistake(String found, Place place, String reason) {
            super(place + ": " + reason, null, false, false);
            this.found = found.length() > MAX_NAME ? found.substring(0, MAX_NAME) : found;
        }

        String found() {
            return found;
        }
    }

    /** A section that is not closed yet; the outermost is the template itself. */
    private record Open(List<String> name, Place place, boolean inverted, boolean inString, List<Node> inside) {}

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

    private Parser(String text, boolean json) {
        this.text = text;
        this.json = json;
        open.push(new Open(List.of(), new Place(1, 1), false, false, new ArrayList<>()));
    }

    /** @param json whether the output is JSON: then each variable records whether it is inside a string */
    static List<Node> parse(String text, boolean json) throws Mistake {
        return new Parser(text, json).parse();
    }

    private List<Node> parse() throws Mistake {
        for (int tag = text.indexOf("{{"); tag >= 0; tag = text.indexOf("{{", at)) {
            Place place = place(tag);
            int end = text.indexOf("}}", tag + 2);
            if (end < 0) {
                throw new Mistake(text.substring(tag), place, "a tag that is closed with }}");
            }
            String inside = text.substring(tag + 2, end).strip();
            tag(inside, tag, end + 2, place);
        }
        text(text.length());
        Open last = open.pop();
        if (!open.isEmpty()) {
            throw new Mistake(
                    "{{#" + dotted(last.name()) + "}}", last.place(), "a section that is opened and never closed");
        }
        return last.inside();
    }

    private void tag(String inside, int from, int to, Place place) throws Mistake {
        char kind = inside.isEmpty() ? ' ' : inside.charAt(0);
        switch (kind) {
            case '!' -> standalone(from, to);
            case '#', '^' -> {
                standalone(from, to);
                if (open.size() > MAX_DEPTH) {
                    throw new Mistake(inside, place, "sections at most " + MAX_DEPTH + " deep");
                }
                List<String> name = name(inside.substring(1), place);
                open.push(new Open(name, place, kind == '^', inString, new ArrayList<>()));
            }
            case '/' -> {
                standalone(from, to);
                close(inside, place);
            }
            case '>' -> throw new Mistake(inside, place, "no partials: a template is self-contained");
            case '=' -> throw new Mistake(inside, place, "no other delimiters than {{ and }}");
            case '{', '&' ->
                throw new Mistake(inside, place, "{{name}}: values are always escaped as the part needs it");
            default -> {
                text(from);
                add(new Node.Variable(name(inside, place), place, inString));
                at = to;
            }
        }
    }

    private void close(String inside, Place place) throws Mistake {
        List<String> name = name(inside.substring(1), place);
        Open closed = open.peek();
        if (open.size() == 1) {
            throw new Mistake(inside, place, "a section of this name that was opened before");
        }
        if (!closed.name().equals(name)) {
            throw new Mistake(
                    inside,
                    place,
                    "{{/" + dotted(closed.name()) + "}}, which closes the section opened at " + closed.place());
        }
        if (json && closed.inString() != inString) {
            throw new Mistake(inside, place, "as many opening as closing quotes within a section");
        }
        open.pop();
        add(new Node.Section(closed.name(), closed.place(), closed.inverted(), List.copyOf(closed.inside())));
    }

    private static List<String> name(String given, Place place) throws Mistake {
        String name = given.strip();
        if (name.equals(".")) {
            return List.of();
        }
        if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
            throw new Mistake(
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
            add(new Node.Text(piece));
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

    private void add(Node node) {
        open.peek().inside().add(node);
    }

    private Place place(int offset) {
        for (int i = text.indexOf('\n', countedTo); i >= 0 && i < offset; i = text.indexOf('\n', countedTo)) {
            line++;
            lineStart = i + 1;
            countedTo = i + 1;
        }
        return new Place(line, offset - lineStart + 1);
    }

    static String dotted(List<String> name) {
        return name.isEmpty() ? "." : String.join(".", name);
    }
}
