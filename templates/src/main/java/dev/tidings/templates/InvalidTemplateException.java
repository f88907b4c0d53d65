package dev.tidings.templates;

import java.util.List;

/** Thrown for a template with errors when it is submitted or previewed. Carries all errors, with their positions; nothing was stored. */
public final class InvalidTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<TemplateError> templateErrors;

    InvalidTemplateException(List<TemplateError> templateErrors) {
        // Without a stack trace: it is an expected answer, not a fault.
        super(templateErrors.toString(), null, false, false);
        this.templateErrors = List.copyOf(templateErrors);
    }

    public List<TemplateError> errors() {
        return templateErrors;
    }
}
