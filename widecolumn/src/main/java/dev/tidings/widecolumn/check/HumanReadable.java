package dev.tidings.widecolumn.check;

import java.time.Duration;
import java.util.Locale;

/** Formats counts, byte sizes and durations for the findings and the text report of the design check. */
final class HumanReadable {
    private static final long DAY = 86_400;

    private HumanReadable() {}

    static String count(double number) {
        return number < 10 && number != Math.rint(number)
                ? String.format(Locale.ROOT, "%.1f", number)
                : String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    static String bytes(double bytes) {
        if (bytes < 1_000) {
            return Math.round(bytes) + " B";
        }
        String[] units = {"kB", "MB", "GB", "TB", "PB"};
        double scaled = bytes;
        int unit = -1;
        // 999.95 would print as 1000.0 of the smaller unit.
        while (scaled >= 999.95 && unit < units.length - 1) {
            scaled /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", scaled, units[Math.max(unit, 0)]);
    }

    static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds >= DAY) {
            return of(seconds / (double) DAY, "day");
        }
        if (seconds >= 3_600) {
            return of(seconds / 3_600.0, "hour");
        }
        return seconds >= 60 ? of(seconds / 60.0, "minute") : of(seconds, "second");
    }

    static double days(Duration duration) {
        return duration.toMillis() / (DAY * 1_000.0);
    }

    private static String of(double amount, String unit) {
        String number = count(amount);
        return number + " " + unit + (number.equals("1") ? "" : "s");
    }
}
