package dev.tidings.server.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as {@code 64MiB}, {@code 1 GiB}, or a plain number. */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

    /** Each is 1024 times the one before. KB and MB are rejected: they are often read as 1000. */
    private static final List<String> UNITS = List.of("b", "kib", "mib", "gib", "tib");

    private static final List<String> NAMES = List.of("", "KiB", "MiB", "GiB", "TiB");
    private static final Pattern SIZE = Pattern.compile("(0|[1-9][0-9_]*) ?([A-Za-z]*)");

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("got " + bytes + " bytes, expected 0 or more");
        }
    }

    public static ByteSize parse(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            throw notASize(text);
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit);
        if (power < 0) {
            throw notASize(text);
        }
        try {
            long count = Long.parseLong(matcher.group(1).replace("_", ""));
            return new ByteSize(Math.multiplyExact(count, 1L << (10 * power)));
        } catch (NumberFormatException | ArithmeticException tooLarge) {
            throw notASize(text);
        }
    }

    /** For options whose maximum fits into an int. */
    public int intBytes() {
        return Math.toIntExact(bytes);
    }

    private static IllegalArgumentException notASize(String text) {
        return new IllegalArgumentException("got '" + text + "', expected a size such as 64MiB");
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** In the largest exact unit. */
    @Override
    public String toString() {
        int power = 0;
        long count = bytes;
        while (count != 0 && count % 1024 == 0 && power < NAMES.size() - 1) {
            count /= 1024;
            power++;
        }
        return count + NAMES.get(power);
    }
}
