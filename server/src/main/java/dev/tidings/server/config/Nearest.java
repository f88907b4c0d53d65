package dev.tidings.server.config;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Finds the known word that a mistyped one was probably meant to be. */
public final class Nearest {

    private Nearest() {}

    /** The known word with the fewest slips between, the first in the alphabet of equals; none if all are too far. */
    public static Optional<String> to(String word, Iterable<String> known) {
        return StreamSupport.stream(known.spliterator(), false)
                .filter(candidate -> distance(word, candidate) <= tolerance(word, candidate))
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** One slip in three letters: enough for a typo, too little to turn one short word into any other. */
    private static int tolerance(String word, String candidate) {
        return Math.max(word.length(), candidate.length()) / 3;
    }

    /**
     * The number of slips: a letter too many, missing, wrong, or swapped with its neighbour. Swaps count once because
     * they are what fingers do; picocli's own measure compares pairs of letters and finds nothing near "pu".
     */
    static int distance(String from, String to) {
        int[][] slips = new int[from.length() + 1][];
        slips[0] = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            slips[i] = new int[to.length() + 1];
            slips[i][0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int wrong = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int fewest = Math.min(slips[i - 1][j], slips[i][j - 1]) + 1;
                fewest = Math.min(fewest, slips[i - 1][j - 1] + wrong);
                if (swapped(from, i, to, j)) {
                    fewest = Math.min(fewest, slips[i - 2][j - 2] + 1);
                }
                slips[i][j] = fewest;
            }
        }
        return slips[from.length()][to.length()];
    }

    private static boolean swapped(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
