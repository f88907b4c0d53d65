package dev.tidings.server.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and prints the durations of options: {@code 30s}, {@code 5m}, {@code 24h}, or ISO 8601. */
final class Durations {

    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS);
    private static final Pattern SIMPLE = Pattern.compile("([0-9]+) ?(ms|s|m|h|d)");

    private Durations() {}

    static Duration parse(String text) {
        try {
            Matcher simple = SIMPLE.matcher(text.strip());
            Duration duration = simple.matches()
                    ? Duration.of(Long.parseLong(simple.group(1)), UNITS.get(simple.group(2)))
                    : Duration.parse(text.strip());
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (NumberFormatException | ArithmeticException | DateTimeParseException notOne) {
            // Reported below, together with negative durations.
        }
        throw new IllegalArgumentException("got '" + text + "', expected a duration such as 30s");
    }

    /** In the largest exact unit up to hours: 24h rather than 1d, as is usual. */
    static String print(Duration duration) {
        if (duration.getNano() % 1_000_000 != 0) {
            return duration.toString();
        }
        if (duration.getNano() != 0) {
            return duration.getSeconds() > Long.MAX_VALUE / 1000 - 1 ? duration.toString() : duration.toMillis() + "ms";
        }
        long seconds = duration.getSeconds();
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 != 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
    }
}
