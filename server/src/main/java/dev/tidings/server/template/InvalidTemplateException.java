package dev.tidings.server.template;

import java.util.List;

/** A template that can't be used. */
public final class InvalidTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Flaw> flaws;

    InvalidTemplateException(List<Flaw> flaws) {
        // Without a stack trace: it is an answer, not an accident.
        super(flaws.toString(), null, false, false);
        this.flaws = List.copyOf(flaws);
    }

    public List<Flaw> flaws() {
        return flaws;
    }
}
