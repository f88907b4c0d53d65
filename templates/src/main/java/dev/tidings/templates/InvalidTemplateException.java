package dev.tidings.templates;

import java.util.List;

/** A template with errors, rejected as a whole. */
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
