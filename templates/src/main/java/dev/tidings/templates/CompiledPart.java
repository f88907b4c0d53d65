package dev.tidings.templates;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidings.core.delivery.PushSize;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * One parsed part of a template, such as the subject of an email: renders it with data, checks data without rendering, and bounds the
 * rendered length. Immutable and thread-safe.
 */
final class CompiledPart {
    private static final JsonFactory JSON = new JsonFactory();
    /** Larger than any size, and small enough that several can be added without overflow. */
    private static final long UNBOUNDED = Integer.MAX_VALUE;

    private final TemplatePart part;
    private final List<TemplateNode> nodes;
    private final Optional<TemplateParser.TemplateSyntaxException> unsafePlace;
    /** Whether the only possible errors of its output are a missing value, a value that is no text, and excessive length. */
    private final boolean simple;

    private final int fixed;
    private final int fixedQuoted;

    CompiledPart(TemplatePart part, List<TemplateNode> parsed) {
        this.part = part;
        if (part.escape() == Escape.HTML) {
            HtmlPlaces.MarkedNodes marked = HtmlPlaces.mark(parsed);
            this.nodes = List.copyOf(marked.nodes());
            this.unsafePlace = marked.problem();
        } else {
            this.nodes = List.copyOf(parsed);
            this.unsafePlace = Optional.empty();
        }
        this.simple = nodes.stream()
                .noneMatch(node -> node instanceof TemplateNode.Section
                        || node instanceof TemplateNode.Variable variable
                                && (variable.name().size() != 1 || variable.isInLink()));
        String words = literalText();
        this.fixed = words.length();
        this.fixedQuoted = PushSize.quoted(words);
    }

    TemplatePart part() {
        return part;
    }

    List<TemplateNode> nodes() {
        return nodes;
    }

    /** The first variable in a place of HTML where no value is safe. */
    Optional<TemplateParser.TemplateSyntaxException> unsafePlace() {
        return unsafePlace;
    }

    /** Null if it can't be rendered with this data. */
    String render(Scope scope) {
        boolean[] missing = new boolean[1];
        BoundedOutput out = new BoundedOutput(part.maxLength());
        new TemplateRenderer(part.escape(), out, (name, expected) -> missing[0] = true).run(nodes, scope);
        return missing[0] || out.full() || !isFine(out.toString()) ? null : out.toString();
    }

    /** Reports why it can't be rendered with this data. Does not render it if the lengths of the values prove that it fits. */
    void check(Scope scope, TemplateRenderer.MissingListener lacks, Runnable tooLong, Runnable noJson) {
        if (simple && surelyFits(scope)) {
            return;
        }
        boolean[] missing = new boolean[1];
        BoundedOutput out = new BoundedOutput(part.maxLength());
        new TemplateRenderer(part.escape(), out, (name, expected) -> {
                    missing[0] = true;
                    lacks.accept(name, expected);
                })
                .run(nodes, scope);
        if (out.full()) {
            tooLong.run();
        } else if (!missing[0] && !isFine(out.toString())) {
            noJson.run();
        }
    }

    /** The literal text outside of values and sections, which is the same for any data. */
    String literalText() {
        return nodes.stream()
                .map(node -> node instanceof TemplateNode.Text text ? text.text() : "")
                .collect(Collectors.joining());
    }

    /** An upper bound of the rendered length in characters, as plain text; unbounded if only rendering can tell. */
    long maxLength(Scope scope) {
        return sum(scope, fixed, String::length);
    }

    /** The same bound in bytes, between the quotes of a JSON string. */
    long maxQuotedBytes(Scope scope) {
        return part.escape() == Escape.LINK
                // Percent-encoded text needs no further escapes.
                ? sum(scope, fixedQuoted, value -> value.length() * Escape.MAX_GROWTH)
                : sum(scope, fixedQuoted, PushSize::quoted);
    }

    private long sum(Scope scope, int words, ToIntFunction<String> size) {
        if (!simple) {
            return UNBOUNDED;
        }
        long sum = words;
        for (TemplateNode node : nodes) {
            if (node instanceof TemplateNode.Variable variable) {
                String text = TemplateData.text(scope.find(variable.name()));
                if (text == null) {
                    return UNBOUNDED;
                }
                sum += size.applyAsInt(text);
            }
        }
        return sum;
    }

    private boolean surelyFits(Scope scope) {
        long longest = fixed;
        for (TemplateNode node : nodes) {
            if (node instanceof TemplateNode.Variable variable) {
                String text = TemplateData.text(scope.find(variable.name()));
                if (text == null) {
                    return false;
                }
                // Plus the quotes around a JSON value.
                longest += 2 + (long) text.length() * Escape.MAX_GROWTH;
            }
        }
        return longest <= part.maxLength();
    }

    /** With sections, the output is valid JSON only if the rendered sections fit together. */
    private boolean isFine(String text) {
        return part != TemplatePart.JSON || simple || isObject(text);
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

    /** A sample of the output: the same value in place of every variable, and either all sections or all inverted ones. */
    String sample(Object value, boolean sections) {
        BoundedOutput out = new BoundedOutput(Integer.MAX_VALUE);
        sample(nodes, value, sections, out);
        return out.toString();
    }

    private void sample(List<TemplateNode> of, Object value, boolean sections, BoundedOutput out) {
        for (TemplateNode node : of) {
            if (node instanceof TemplateNode.Text text) {
                out.append(text.text());
            } else if (node instanceof TemplateNode.Section section) {
                if (section.inverted() != sections) {
                    sample(section.children(), value, sections, out);
                }
            } else {
                TemplateNode.Variable variable = (TemplateNode.Variable) node;
                TemplateRenderer.MissingListener none = (name, expected) -> {};
                TemplateNode.Variable itself =
                        new TemplateNode.Variable(List.of(), variable.place(), variable.inString());
                new TemplateRenderer(part.escape(), out, none).run(List.of(itself), new Scope(value, null));
            }
        }
    }
}
