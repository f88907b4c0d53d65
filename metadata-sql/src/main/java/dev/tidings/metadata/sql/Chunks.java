package dev.tidings.metadata.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/**
 * Splits the values of an {@code IN} condition into lists of at most 500, without duplicates: one statement each, below the parameter limit
 * of every database.
 */
final class Chunks {
    /** Below the parameter limit of every database, and few enough to be parsed quickly. */
    static final int SIZE = 500;

    private Chunks() {}

    /** Without duplicates. */
    static List<List<String>> of(Collection<String> names) {
        List<String> distinct = new ArrayList<>(new HashSet<>(names));
        List<List<String>> chunks = new ArrayList<>();
        for (int from = 0; from < distinct.size(); from += SIZE) {
            chunks.add(distinct.subList(from, Math.min(from + SIZE, distinct.size())));
        }
        return chunks;
    }
}
