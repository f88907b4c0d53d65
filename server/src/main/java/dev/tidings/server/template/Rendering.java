package dev.tidings.server.template;

import java.util.List;
import java.util.function.BiConsumer;

/** Makes a text of a part and of data. What is missing is told and left out: then the text is of no use. */
final class Rendering {
    /** What a name that should have been a value is told with. */
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
        boolean nothing = value == null || value.equals(false) || value instanceof List<?> list && list.isEmpty();
        if (section.inverted()) {
            if (nothing) {
                run(section.inside(), scope);
            }
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                if (!out.goOn()) {
                    return;
                }
                run(section.inside(), new Scope(element, scope));
            }
        } else if (!nothing) {
            // Of true there is nothing to say: what is inside is about what is around.
            run(section.inside(), value instanceof Boolean ? scope : new Scope(value, scope));
        }
    }
}
