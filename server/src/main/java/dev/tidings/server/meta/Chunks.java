package dev.tidings.server.meta;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Parts of a list that a statement has to name one by one. */
final class Chunks {
    /** Below the number of variables that any database takes, and few enough to be parsed quickly. */
    static final int SIZE = 500;

    private Chunks() {}

    /** Each once. */
    static List<List<String>> of(Collection<String> names) {
        List<String> distinct = new ArrayList<>(new HashSet<>(names));
        List<List<String>> chunks = new ArrayList<>();
        for (int from = 0; from < distinct.size(); from += SIZE) {
            chunks.add(distinct.subList(from, Math.min(from + SIZE, distinct.size())));
        }
        return chunks;
    }
}
