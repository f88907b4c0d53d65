package dev.tidings.widecolumn.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the findings of the rules about one table during the design check, and returns them worst first. */
final class Findings {
    private final List<Finding> found = new ArrayList<>();

    void add(Severity severity, FindingCode code, String message) {
        found.add(new Finding(severity, code, message));
    }

    void error(FindingCode code, String message) {
        add(Severity.ERROR, code, message);
    }

    void warning(FindingCode code, String message) {
        add(Severity.WARNING, code, message);
    }

    void note(FindingCode code, String message) {
        add(Severity.NOTE, code, message);
    }

    /** Most severe first; within one severity in the order of the rules. */
    List<Finding> worstFirst() {
        return found.stream().sorted(Comparator.comparing(Finding::severity)).toList();
    }
}
