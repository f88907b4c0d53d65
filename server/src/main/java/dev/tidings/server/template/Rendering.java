package dev.tidings.server.template;

import java.util.List;
import java.util.function.BiConsumer;

/** Renders the nodes of a part with data. A missing value is reported and left out; the output is unusable then. */
final class Rendering {
    /** Receives the name of a missing variable and what was expected. */
    interface Lacks extends BiConsumer<List<String>, String> {}

    private static final String VALUE = "a value";
    private static final String SCALAR = "a text, a number, true or false";

    private final Escape escape;
    private final Output out;
    private final Lacks lacks;

    Rendering(Escape escape, Output out, Lacks lacks) {
        this.escape = escape;
        this.out = out;
        this.lacks = lacks;
    }

    void run(List<Node> nodes, Scope scope) {
        for (Node node : nodes) {
            if (!out.goOn()) {
                return;
            }
            if (node instanceof Node.Text text) {
                out.append(text.text());
            } else if (node instanceof Node.Variable variable) {
                variable(variable, scope.find(variable.name()));
            } else {
                section((Node.Section) node, scope);
            }
        }
    }

    private void variable(Node.Variable variable, Object value) {
        if (value == Scope.MISSING || value == null) {
            lacks.accept(variable.name(), VALUE);
        } else if (escape == Escape.JSON && !variable.inString()) {
            Data.json(value, out);
        } else {
            String text = Data.text(value);
            if (text == null) {
                lacks.accept(variable.name(), SCALAR);
            } else {
                escape.append(text, out);
            }
        }
    }

    private void section(Node.Section section, Scope scope) {
        Object value = scope.find(section.name());
        if (value == Scope.MISSING) {
            lacks.accept(section.name(), VALUE);
            return;
        }
        boolean isFalsy = value == null || value.equals(false) || value instanceof List<?> list && list.isEmpty();
        if (section.inverted()) {
            if (isFalsy) {
                run(section.inside(), scope);
            }
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                if (!out.goOn()) {
                    return;
                }
                run(section.inside(), new Scope(element, scope));
            }
        } else if (!isFalsy) {
            // True opens no scope of its own: the section refers to the values around it.
            run(section.inside(), value instanceof Boolean ? scope : new Scope(value, scope));
        }
    }
}
