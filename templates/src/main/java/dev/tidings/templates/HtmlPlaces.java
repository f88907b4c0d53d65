package dev.tidings.templates;

import dev.tidings.templates.HtmlScanner.HtmlPlace;
import dev.tidings.templates.HtmlScanner.PlaceKind;
import dev.tidings.templates.TemplateNode.TextPosition;
import dev.tidings.templates.TemplateParser.TemplateSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the place of each variable of an HTML part. Escaping protects text and quoted attributes; a variable in a link is marked, so that
 * its value is checked as well; anywhere else, as in a script, no escaping would help, and the template is refused when it is stored.
 */
final class HtmlPlaces {
    private static final Set<String> LINKS = Set.of(
            "href",
            "xlink:href",
            "src",
            "action",
            "formaction",
            "background",
            "cite",
            "classid",
            "codebase",
            "data",
            "longdesc",
            "lowsrc",
            "dynsrc",
            "poster",
            "profile",
            "usemap",
            "manifest");
    /** Attributes with a language of their own: lists of links, style sheets, documents, redirects. */
    private static final Set<String> OTHER_LANGUAGES = Set.of("style", "srcdoc", "srcset", "ping", "content");

    private static final String EXPECTED = "in text, or in an attribute with quotes";

    private final HtmlScanner scanner = new HtmlScanner(this::valueEnded);
    private Optional<TemplateSyntaxException> problem = Optional.empty();
    private TemplateNode.Variable lastVariable;

    private HtmlPlaces() {}

    /**
     * An HTML part whose variables are marked.
     *
     * @param problem the first variable in a place where no value is safe
     */
    record MarkedNodes(List<TemplateNode> nodes, Optional<TemplateSyntaxException> problem) {}

    static MarkedNodes mark(List<TemplateNode> nodes) {
        HtmlPlaces places = new HtmlPlaces();
        List<TemplateNode> marked = places.markAll(nodes);
        return new MarkedNodes(marked, places.problem);
    }

    private List<TemplateNode> markAll(List<TemplateNode> nodes) {
        List<TemplateNode> marked = new ArrayList<>();
        for (TemplateNode node : nodes) {
            if (node instanceof TemplateNode.Variable variable) {
                marked.add(mark(variable));
            } else if (node instanceof TemplateNode.Section section) {
                marked.add(mark(section));
            } else {
                scanner.read(((TemplateNode.Text) node).text());
                marked.add(node);
            }
        }
        return marked;
    }

    private TemplateNode mark(TemplateNode.Section section) {
        HtmlPlace before = scanner.place();
        List<TemplateNode> children = markAll(section.children());
        if (!before.equals(scanner.place())) {
            refuse(
                    "{{#" + TemplateParser.dotted(section.name()) + "}}",
                    section.place(),
                    "a section that ends in the same tag or attribute in which it begins");
        }
        return new TemplateNode.Section(section.name(), section.place(), section.inverted(), children);
    }

    private TemplateNode mark(TemplateNode.Variable variable) {
        HtmlPlace place = scanner.place();
        lastVariable = variable;
        reason(place).ifPresent(why -> refuse(variable, why));
        scanner.readVariable();
        return place.kind() == PlaceKind.QUOTED && LINKS.contains(place.attribute())
                ? variable.inLink(place.quote())
                : variable;
    }

    private static Optional<String> reason(HtmlPlace place) {
        return switch (place.kind()) {
            case TEXT, COMMENT -> Optional.empty();
            case TAG -> Optional.of("not in a tag itself: " + EXPECTED);
            case UNQUOTED -> Optional.of("quotes around the value of " + place.attribute());
            case RAW -> Optional.of("not in a script or style sheet: " + EXPECTED);
            case QUOTED ->
                place.attribute().startsWith("on") || OTHER_LANGUAGES.contains(place.attribute())
                        ? Optional.of("not in the attribute " + place.attribute())
                        : Optional.empty();
        };
    }

    /** The scheme of a link comes from the template or from one value, so that it can be checked. */
    private void valueEnded(String attribute, String value) {
        if (!LINKS.contains(attribute) || value.indexOf(HtmlScanner.VARIABLE) < 0) {
            return;
        }
        SafeLinks.scheme(value).ifPresent(scheme -> {
            if (scheme.indexOf(HtmlScanner.VARIABLE) >= 0) {
                refuse(lastVariable, "a link whose scheme is not made of a value and text");
            } else if (SafeLinks.isScript(scheme)) {
                refuse(lastVariable, "not in a link with the scheme " + scheme);
            }
        });
    }

    private void refuse(TemplateNode.Variable variable, String expected) {
        refuse("{{" + TemplateParser.dotted(variable.name()) + "}}", variable.place(), expected);
    }

    private void refuse(String found, TextPosition position, String expected) {
        if (problem.isEmpty()) {
            problem = Optional.of(new TemplateSyntaxException(found, position, expected));
        }
    }
}
