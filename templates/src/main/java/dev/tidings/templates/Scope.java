package dev.tidings.templates;

import java.util.List;
import java.util.Map;

/**
 * The lookup of variable names while a template is rendered: the value of the innermost section first, then the enclosing ones.
 *
 * @param outer null for the outermost
 */
record Scope(Object value, Scope outer) {
    /** Marks an absent name, as opposed to null. */
    static final Object MISSING = new Object();

    Object find(List<String> name) {
        if (name.isEmpty()) {
            return value;
        }
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.value instanceof Map<?, ?> members && members.containsKey(name.get(0))) {
                return inside(members.get(name.get(0)), name.subList(1, name.size()));
            }
        }
        return MISSING;
    }

    private static Object inside(Object value, List<String> name) {
        Object found = value;
        for (String part : name) {
            if (!(found instanceof Map<?, ?> members) || !members.containsKey(part)) {
                return MISSING;
            }
            found = members.get(part);
        }
        return found;
    }
}
