package dev.tidings.tables;

import dev.tidings.widecolumn.InvalidValueException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * Computes the time buckets of partition keys, all in UTC. Buckets of a fixed length count since 1970, so that the next one is one more. A
 * month has no fixed length and is written yyyymm.
 *
 * <p>The bucket of a row is always derived from a time in its key, never from the clock: a replay in another month has to find the same
 * partition.
 */
public final class Buckets {
    private static final long MINUTE_MILLIS = 60_000;
    private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
    private static final long DAY_MILLIS = 24 * HOUR_MILLIS;
    private static final long DAY_SECONDS = DAY_MILLIS / 1_000;

    private Buckets() {}

    /** The month of a position, as yyyymm. */
    public static int month(UUID position) {
        return month(time(position));
    }

    /** The month of an instant, as yyyymm: 202611 for any moment of November 2026. */
    public static int month(Instant instant) {
        // Without a time zone: its rules are created anew on every call, and this runs several times per row.
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(instant.getEpochSecond(), DAY_SECONDS));
        if (date.getYear() < 1) {
            throw new InvalidValueException("month of an instant", instant, "one in the year 1 or later");
        }
        return Math.addExact(Math.multiplyExact(date.getYear(), 100), date.getMonthValue());
    }

    /** The month before a month: 202512 for 202601. */
    public static int monthBefore(int month) {
        int inYear = month % 100;
        if (inYear < 1 || inYear > 12 || month < 100) {
            throw new InvalidValueException("month", month, "yyyymm, such as 202611");
        }
        return inYear == 1 ? month - 100 + 11 : month - 1;
    }

    /** The month after a month: 202601 for 202512. */
    public static int monthAfter(int month) {
        int inYear = month % 100;
        if (inYear < 1 || inYear > 12 || month < 100) {
            throw new InvalidValueException("month", month, "yyyymm, such as 202611");
        }
        return inYear == 12 ? month + 100 - 11 : month + 1;
    }

    /** The day of a change id, in days since 1970. */
    public static int day(UUID changeId) {
        return day(time(changeId));
    }

    /** The day of an instant, in days since 1970. */
    public static int day(Instant instant) {
        return Math.toIntExact(Math.floorDiv(instant.toEpochMilli(), DAY_MILLIS));
    }

    /** The first instant of a day. */
    public static Instant startOfDay(int day) {
        return Instant.ofEpochMilli(day * DAY_MILLIS);
    }

    /** The hour of a position, in hours since 1970. */
    public static int hour(UUID position) {
        return hour(time(position));
    }

    /** The hour of an instant, in hours since 1970. */
    public static int hour(Instant instant) {
        return Math.toIntExact(Math.floorDiv(instant.toEpochMilli(), HOUR_MILLIS));
    }

    /** The first instant of an hour. */
    public static Instant startOfHour(int hour) {
        return Instant.ofEpochMilli(hour * HOUR_MILLIS);
    }

    /** The minute of an instant, in minutes since 1970. */
    public static long minute(Instant instant) {
        return Math.floorDiv(instant.toEpochMilli(), MINUTE_MILLIS);
    }

    /** The first instant of a minute. */
    public static Instant startOfMinute(long minute) {
        return Instant.ofEpochMilli(Math.multiplyExact(minute, MINUTE_MILLIS));
    }

    /** The time in a UUIDv7: its first 48 bits, in milliseconds since 1970. */
    public static Instant time(UUID id) {
        if (id.version() != 7) {
            throw new InvalidValueException("time of an id", id, "a version 7 uuid, which carries a time");
        }
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }
}
