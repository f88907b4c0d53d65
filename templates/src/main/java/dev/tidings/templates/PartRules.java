package dev.tidings.templates;

import dev.tidings.templates.TemplateNode.TextPosition;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates the literal text of a template part when the template is submitted: a subject is one line, a link has a literal safe scheme,
 * JSON is an object. Throws a syntax error otherwise.
 */
final class PartRules {
    /** The scheme has to be literal text, so no value can replace it. */
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*", Pattern.DOTALL);

    private static final Pattern LINK_TEXT = Pattern.compile("[A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;=%]*");

    private PartRules() {}

    static void check(String text, CompiledPart part) throws TemplateParser.TemplateSyntaxException {
        switch (part.part().escape()) {
            case LINE -> oneLine(text);
            case LINK -> link(part);
            case JSON -> json(text, part);
            case PLAIN, HTML -> {}
        }
    }

    private static void oneLine(String text) throws TemplateParser.TemplateSyntaxException {
        for (int i = 0; i < text.length(); i++) {
            if (Escape.breaksLine(text.charAt(i))) {
                throw new TemplateParser.TemplateSyntaxException(
                        "\\u%04x".formatted((int) text.charAt(i)),
                        new TextPosition(1, i + 1),
                        "one line, without control characters");
            }
        }
    }

    private static void link(CompiledPart part) throws TemplateParser.TemplateSyntaxException {
        List<TemplateNode> nodes = part.nodes();
        String start = !nodes.isEmpty() && nodes.get(0) instanceof TemplateNode.Text text ? text.text() : "";
        Matcher scheme = SCHEME.matcher(start);
        if (!scheme.matches() || SafeLinks.isScript(scheme.group(1).toLowerCase(Locale.ROOT))) {
            throw new TemplateParser.TemplateSyntaxException(
                    start, new TextPosition(1, 1), "a link that begins with a scheme such as https: or one of an app");
        }
        checkCharacters(nodes);
    }

    private static void checkCharacters(List<TemplateNode> nodes) throws TemplateParser.TemplateSyntaxException {
        for (TemplateNode node : nodes) {
            if (node instanceof TemplateNode.Section section) {
                checkCharacters(section.children());
            } else if (node instanceof TemplateNode.Text text
                    && !LINK_TEXT.matcher(text.text()).matches()) {
                throw new TemplateParser.TemplateSyntaxException(
                        text.text(),
                        new TextPosition(1, 1),
                        "only characters that may stand in a URI, others percent-encoded");
            }
        }
    }

    /** Checked with strings and numbers, with sections and without; other combinations are checked when there is data. */
    private static void json(String text, CompiledPart part) throws TemplateParser.TemplateSyntaxException {
        for (Object value : List.of("a b", new TemplateData.NumberText("1"))) {
            for (boolean sections : new boolean[] {true, false}) {
                if (!CompiledPart.isObject(part.sample(value, sections))) {
                    throw new TemplateParser.TemplateSyntaxException(
                            text,
                            new TextPosition(1, 1),
                            "a JSON object with values in it, "
                                    + (sections ? "with its sections" : "without its sections"));
                }
            }
        }
    }
}
