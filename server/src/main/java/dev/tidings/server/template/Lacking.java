package dev.tidings.server.template;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What data lacks, each once, and not more than anybody would read. */
final class Lacking {
    private static final int MOST = 20;

    private final List<Flaw> flaws = new ArrayList<>();
    private final Set<String> pointers = new HashSet<>();

    void add(String pointer, String value, String expected) {
        if (flaws.size() < MOST && pointers.add(pointer)) {
            flaws.add(new Flaw(pointer, value, expected));
        }
    }

    boolean isEmpty() {
        return flaws.isEmpty();
    }

    List<Flaw> flaws() {
        return List.copyOf(flaws);
    }
}
