package dev.tidings.server.validation;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Finds the known name closest to a misspelled one by edit distance, for hints such as "did you mean"; empty if none is similar. */
public final class ClosestMatch {

    private ClosestMatch() {}

    /** The known word with the smallest edit distance, the first in alphabetical order among equals; empty if all are too far. */
    public static Optional<String> to(String word, Iterable<String> known) {
        return StreamSupport.stream(known.spliterator(), false)
                .filter(candidate -> distance(word, candidate) <= tolerance(word, candidate))
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** One edit in three letters: enough for a typo, too little to turn one short word into any other. */
    private static int tolerance(String word, String candidate) {
        return Math.max(word.length(), candidate.length()) / 3;
    }

    /**
     * The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of neighbours. A
     * swap counts once because it is the most common typo; picocli's own measure compares pairs of letters and finds nothing near
     * "pu".
     */
    static int distance(String from, String to) {
        int[][] edits = new int[from.length() + 1][];
        edits[0] = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            edits[i] = new int[to.length() + 1];
            edits[i][0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int wrong = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int best = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
                best = Math.min(best, edits[i - 1][j - 1] + wrong);
                if (swapped(from, i, to, j)) {
                    best = Math.min(best, edits[i - 2][j - 2] + 1);
                }
                edits[i][j] = best;
            }
        }
        return edits[from.length()][to.length()];
    }

    private static boolean swapped(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
