package dev.tidings.templates;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects the errors that templates find in the data of a request: one per JSON pointer, and at most 20. */
final class MissingVariables {
    private static final int MAX_ERRORS = 20;

    private final List<TemplateError> templateErrors = new ArrayList<>();
    private final Set<String> pointers = new HashSet<>();

    void add(String pointer, String value, String expected) {
        if (templateErrors.size() < MAX_ERRORS && pointers.add(pointer)) {
            templateErrors.add(new TemplateError(pointer, value, expected));
        }
    }

    boolean isEmpty() {
        return templateErrors.isEmpty();
    }

    List<TemplateError> errors() {
        return List.copyOf(templateErrors);
    }
}
