package dev.tidings.templates;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the errors that templates find in the data of a request: each once, and as many as a template may
 * have variables.
 */
final class MissingVariables {
    private static final int MAX_ERRORS = CompiledTemplate.MAX_VARIABLES;

    private final List<TemplateError> templateErrors = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** @param name the missing value, reported once for all templates that need it */
    void add(String name, String pointer, String value, String expected) {
        if (templateErrors.size() < MAX_ERRORS && names.add(name)) {
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
