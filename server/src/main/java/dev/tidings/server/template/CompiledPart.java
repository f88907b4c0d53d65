package dev.tidings.server.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidings.core.deliver.PushSize;
import java.io.IOException;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** A part of a template, read and ready to be used any number of times, by any thread. */
final class CompiledPart {
    private static final JsonFactory JSON = new JsonFactory();
    /** More than anything has, and some of them can be added. */
    private static final long WITHOUT_END = Integer.MAX_VALUE;

    private final Part part;
    private final List<Node> nodes;
    /** Whether all that can be wrong with what becomes of it is a value that is missing, no text, or too long. */
    private final boolean simple;

    private final int fixed;
    private final int fixedQuoted;

    CompiledPart(Part part, List<Node> nodes) {
        this.part = part;
        this.nodes = List.copyOf(nodes);
        this.simple = nodes.stream()
                .noneMatch(node -> node instanceof Node.Section
                        || node instanceof Node.Variable variable
                                && variable.name().size() != 1);
        String words = words();
        this.fixed = words.length();
        this.fixedQuoted = PushSize.quoted(words);
    }

    Part part() {
        return part;
    }

    List<Node> nodes() {
        return nodes;
    }

    /** Null if it can't be made of this data. */
    String render(Scope scope) {
        boolean[] lacking = new boolean[1];
        Output out = new Output(part.most());
        new Rendering(part.escape(), out, (name, expected) -> lacking[0] = true).run(nodes, scope);
        return lacking[0] || out.full() || !isFine(out.toString()) ? null : out.toString();
    }

    /** Tells why it can't be made of this data. Does not make it where a look at the lengths of the values is enough. */
    void check(Scope scope, Rendering.Lacks lacks, Runnable tooLong, Runnable noJson) {
        if (simple && surelyFits(scope)) {
            return;
        }
        boolean[] lacking = new boolean[1];
        Output out = new Output(part.most());
        new Rendering(part.escape(), out, (name, expected) -> {
                    lacking[0] = true;
                    lacks.accept(name, expected);
                })
                .run(nodes, scope);
        if (out.full()) {
            tooLong.run();
        } else if (!lacking[0] && !isFine(out.toString())) {
            noJson.run();
        }
    }

    /** The words around all values and sections, which are said whatever the data is. */
    String words() {
        return nodes.stream()
                .map(node -> node instanceof Node.Text text ? text.text() : "")
                .collect(Collectors.joining());
    }

    /** How many characters can become of it at the most, of plain text; without an end if only rendering can tell. */
    long longest(Scope scope) {
        return sum(scope, fixed, String::length);
    }

    /** The same in bytes between the quotes of a JSON string. */
    long mostQuoted(Scope scope) {
        return part.escape() == Escape.LINK
                // What is percent-encoded needs no further escapes.
                ? sum(scope, fixedQuoted, value -> value.length() * Escape.MOST_GROWTH)
                : sum(scope, fixedQuoted, PushSize::quoted);
    }

    private long sum(Scope scope, int words, ToIntFunction<String> size) {
        if (!simple) {
            return WITHOUT_END;
        }
        long sum = words;
        for (Node node : nodes) {
            if (node instanceof Node.Variable variable) {
                String text = Data.text(scope.find(variable.name()));
                if (text == null) {
                    return WITHOUT_END;
                }
                sum += size.applyAsInt(text);
            }
        }
        return sum;
    }

    private boolean surelyFits(Scope scope) {
        long longest = fixed;
        for (Node node : nodes) {
            if (node instanceof Node.Variable variable) {
                String text = Data.text(scope.find(variable.name()));
                if (text == null) {
                    return false;
                }
                // And the quotes around a JSON value.
                longest += 2 + (long) text.length() * Escape.MOST_GROWTH;
            }
        }
        return longest <= part.most();
    }

    /** With values, it is JSON only if the sections that are said fit together. */
    private boolean isFine(String text) {
        return part != Part.JSON || simple || isObject(text);
    }

    static boolean isObject(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException no) {
            return false;
        }
    }

    /** The part as it could look: with one text in the place of every value, and either all sections or all inverted ones. */
    String sample(Object value, boolean sections) {
        Output out = new Output(Integer.MAX_VALUE);
        sample(nodes, value, sections, out);
        return out.toString();
    }

    private void sample(List<Node> of, Object value, boolean sections, Output out) {
        for (Node node : of) {
            if (node instanceof Node.Text text) {
                out.append(text.text());
            } else if (node instanceof Node.Section section) {
                if (section.inverted() != sections) {
                    sample(section.inside(), value, sections, out);
                }
            } else {
                Node.Variable variable = (Node.Variable) node;
                Rendering.Lacks none = (name, expected) -> {};
                Node.Variable itself = new Node.Variable(List.of(), variable.place(), variable.inString());
                new Rendering(part.escape(), out, none).run(List.of(itself), new Scope(value, null));
            }
        }
    }
}
