package dev.tidings.templates;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * Renders the nodes of one template part with data into a {@link BoundedOutput}. A missing value is reported to the listener and left out;
 * the output is unusable then.
 */
final class TemplateRenderer {
    /** Receives the name of a missing variable and what was expected. */
    interface MissingListener extends BiConsumer<List<String>, String> {}

    private static final String VALUE = "a value";
    private static final String SCALAR = "a text, a number, true or false";

    private final Escape escape;
    private final BoundedOutput out;
    private final MissingListener lacks;

    TemplateRenderer(Escape escape, BoundedOutput out, MissingListener lacks) {
        this.escape = escape;
        this.out = out;
        this.lacks = lacks;
    }

    void run(List<TemplateNode> nodes, Scope scope) {
        for (TemplateNode node : nodes) {
            if (!out.tryStep()) {
                return;
            }
            if (node instanceof TemplateNode.Text text) {
                out.append(text.text());
            } else if (node instanceof TemplateNode.Variable variable) {
                variable(variable, scope.find(variable.name()));
            } else {
                section((TemplateNode.Section) node, scope);
            }
        }
    }

    private void variable(TemplateNode.Variable variable, Object value) {
        if (value == Scope.MISSING || value == null) {
            lacks.accept(variable.name(), VALUE);
        } else if (escape == Escape.JSON && !variable.inString()) {
            TemplateData.json(value, out);
        } else {
            String text = TemplateData.text(value);
            if (text == null) {
                lacks.accept(variable.name(), SCALAR);
            } else if (variable.isInLink()
                    && !SafeLinks.allows(out.after(variable.linkQuote(), SafeLinks.MAX_SCHEME), text)) {
                lacks.accept(variable.name(), SafeLinks.EXPECTED);
            } else {
                escape.append(text, out);
            }
        }
    }

    private void section(TemplateNode.Section section, Scope scope) {
        Object value = scope.find(section.name());
        if (value == Scope.MISSING) {
            lacks.accept(section.name(), VALUE);
            return;
        }
        boolean isFalsy = value == null || value.equals(false) || value instanceof List<?> list && list.isEmpty();
        if (section.inverted()) {
            if (isFalsy) {
                run(section.children(), scope);
            }
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                if (!out.tryStep()) {
                    return;
                }
                run(section.children(), new Scope(element, scope));
            }
        } else if (!isFalsy) {
            // True opens no scope of its own: the section refers to the values around it.
            run(section.children(), value instanceof Boolean ? scope : new Scope(value, scope));
        }
    }
}
