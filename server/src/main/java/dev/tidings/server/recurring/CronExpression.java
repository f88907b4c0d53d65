package dev.tidings.server.recurring;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/**
 * Parses a cron expression of minute, hour, day of the month, month and day of the week, and finds the next matching local time;
 * {@link Occurrences} applies the time zone. As in crontabs, a day matches if either of its two fields matches, unless one of them begins
 * with a star.
 */
final class CronExpression {
    private static final Map<String, String> ALIASES = Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");
    /** The longest gap of an expression that ever matches is eight years: 29 February, from 2096 to 2104. */
    private static final int MAX_GAP_YEARS = 9;

    private static final int HOURS = 24;

    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean eitherDay;

    private CronExpression(String[] fields) {
        minutes = CronField.MINUTE.parse(fields[0]);
        hours = CronField.HOUR.parse(fields[1]);
        days = CronField.DAY_OF_MONTH.parse(fields[2]);
        months = CronField.MONTH.parse(fields[3]);
        weekdays = CronField.DAY_OF_WEEK.parse(fields[4]);
        eitherDay = !fields[2].startsWith("*") && !fields[4].startsWith("*");
    }

    /** @throws InvalidCronException with the expected form of the wrong field */
    static CronExpression parse(String text) {
        String trimmed = text.strip();
        String[] fields = ALIASES.getOrDefault(trimmed, trimmed).split("[ \t]+");
        if (fields.length != CronField.values().length) {
            throw new InvalidCronException(
                    "five fields (minute, hour, day of the month, month, day of the week) such as"
                            + " 0 9 * * 1-5, or @hourly, @daily, @weekly, @monthly or @yearly");
        }
        return new CronExpression(fields);
    }

    /** Whether it matches every hour of the day. */
    boolean everyHour() {
        return hours.cardinality() == HOURS;
    }

    boolean matches(LocalDateTime time) {
        return matches(time.toLocalDate()) && hours.get(time.getHour()) && minutes.get(time.getMinute());
    }

    /** The first match at or after a whole minute; empty if it never matches. */
    Optional<LocalDateTime> atOrAfter(LocalDateTime from) {
        LocalDate last = from.toLocalDate().plusYears(MAX_GAP_YEARS);
        for (LocalDate day = from.toLocalDate(); !day.isAfter(last); day = day.plusDays(1)) {
            if (!months.get(day.getMonthValue())) {
                day = day.withDayOfMonth(day.lengthOfMonth());
            } else if (matches(day)) {
                Optional<LocalDateTime> found = within(day.equals(from.toLocalDate()) ? from : day.atStartOfDay());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** The first match on the same day. */
    private Optional<LocalDateTime> within(LocalDateTime from) {
        int hour = hours.nextSetBit(from.getHour());
        int minute = hour == from.getHour() ? minutes.nextSetBit(from.getMinute()) : minutes.nextSetBit(0);
        if (minute < 0) {
            hour = hours.nextSetBit(hour + 1);
            minute = minutes.nextSetBit(0);
        }
        return hour < 0 ? Optional.empty() : Optional.of(from.toLocalDate().atTime(hour, minute));
    }

    private boolean matches(LocalDate day) {
        boolean ofMonth = days.get(day.getDayOfMonth());
        // Java's Sunday is 7.
        boolean ofWeek = weekdays.get(day.getDayOfWeek().getValue() % 7);
        return months.get(day.getMonthValue()) && (eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek);
    }
}
