package dev.tidings.templates;

import java.util.List;

/** A template with errors, rejected as a whole. */
public final class InvalidTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<TemplateError> flaws;

    InvalidTemplateException(List<TemplateError> flaws) {
        // Without a stack trace: it is an expected answer, not a fault.
        super(flaws.toString(), null, false, false);
        this.flaws = List.copyOf(flaws);
    }

    public List<TemplateError> errors() {
        return flaws;
    }
}
