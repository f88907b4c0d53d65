package dev.tidings.server.template;

import java.util.List;
import java.util.Map;

/**
 * Where names are looked up: in the value of the innermost section first, and then further out.
 *
 * @param outer null for the outermost
 */
record Scope(Object value, Scope outer) {
    /** Neither a value nor null. */
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
        for (String each : name) {
            if (!(found instanceof Map<?, ?> members) || !members.containsKey(each)) {
                return MISSING;
            }
            found = members.get(each);
        }
        return found;
    }
}
