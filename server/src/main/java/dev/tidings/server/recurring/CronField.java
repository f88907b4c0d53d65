package dev.tidings.server.recurring;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The five fields of a cron expression in order. Each parses its text into the set of matching values, or throws an
 * {@link InvalidCronException}.
 */
enum CronField {
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY_OF_MONTH("day of the month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")),
    /** Sunday is 0 and 7. */
    DAY_OF_WEEK("day of the week", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

    private static final Pattern ITEM = Pattern.compile("(?:\\*|(\\w+)(?:-(\\w+))?)(?:/(\\d{1,2}))?");

    private final String label;
    private final int min;
    private final int max;
    private final List<String> names;

    CronField(String label, int min, int max, List<String> names) {
        this.label = label;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    /** The set of values that match. */
    BitSet parse(String text) {
        BitSet values = new BitSet();
        for (String item : text.split(",", -1)) {
            add(item, text, values);
        }
        if (this == DAY_OF_WEEK && values.get(7)) {
            values.clear(7);
            values.set(0);
        }
        return values;
    }

    private void add(String item, String text, BitSet values) {
        Matcher matcher = ITEM.matcher(item);
        if (!matcher.matches()) {
            throw invalid(text);
        }
        boolean star = matcher.group(1) == null;
        boolean range = matcher.group(2) != null;
        boolean stepped = matcher.group(3) != null;
        int first = star ? min : number(matcher.group(1), text);
        // Sunday once, so that steps are counted correctly.
        int last = star ? (this == DAY_OF_WEEK ? 6 : max) : range ? number(matcher.group(2), text) : first;
        int step = stepped ? Integer.parseInt(matcher.group(3)) : 1;
        // Cron implementations do not agree on the meaning of 5/15.
        if (first > last || step < 1 || stepped && !star && !range) {
            throw invalid(text);
        }
        for (int value = first; value <= last; value += step) {
            values.set(value);
        }
    }

    private int number(String word, String text) {
        int named = names.indexOf(word.toUpperCase(Locale.ROOT));
        if (named >= 0) {
            return named + min;
        }
        if (word.length() > 2 || !word.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw invalid(text);
        }
        int number = Integer.parseInt(word);
        if (number < min || number > max) {
            throw invalid(text);
        }
        return number;
    }

    private InvalidCronException invalid(String text) {
        String also = names.isEmpty() ? "" : ", or names such as " + names.get(1);
        return new InvalidCronException("'" + text + "' as field " + (ordinal() + 1) + ", the " + label
                + ", to be *, numbers from " + min + " to " + max + also
                + ", ranges a-b, steps */n or a-b/n, or a list"
                + " of them with commas");
    }
}
