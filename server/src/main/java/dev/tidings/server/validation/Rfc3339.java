package dev.tidings.server.validation;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Parses RFC 3339 timestamps, with an offset or local; empty if invalid. Stricter than Java's ISO format, which also accepts years of ten
 * digits. Only a local time may omit its seconds, as people and input fields of browsers write it.
 */
public final class Rfc3339 {
    /** The length of "2026-11-15T09:30:00", which a fraction and an offset follow. */
    private static final int SECONDS_END = 19;
    /** The length of "2026-11-15T09:30". */
    private static final int MINUTES_END = 16;

    private static final String SHAPE = "dddd-dd-ddTdd:dd:dd";

    private Rfc3339() {}

    public static Optional<Instant> parse(String text) {
        int end = endOfLocal(text);
        if (end < 0 || end == text.length()) {
            return Optional.empty();
        }
        try {
            int offset = offsetSeconds(text, end);
            return Optional.of(local(text, end).toInstant(ZoneOffset.ofTotalSeconds(offset)));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }

    /** Parses a local date and time without an offset. */
    public static Optional<LocalDateTime> parseLocal(String given) {
        String text = given.length() == MINUTES_END ? given + ":00" : given;
        int end = endOfLocal(text);
        if (end != text.length()) {
            return Optional.empty();
        }
        try {
            return Optional.of(local(text, end));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }

    /** The index behind the seconds and their fraction; negative if the shape is wrong. */
    private static int endOfLocal(String text) {
        int length = text.length();
        if (length < SECONDS_END || !hasShape(text)) {
            return -1;
        }
        if (length == SECONDS_END || text.charAt(SECONDS_END) != '.') {
            return SECONDS_END;
        }
        int end = SECONDS_END + 1;
        while (end < length && isDigit(text.charAt(end))) {
            end++;
        }
        int digits = end - SECONDS_END - 1;
        return digits < 1 || digits > 9 ? -1 : end;
    }

    private static LocalDateTime local(String text, int end) {
        int nanos = 0;
        for (int i = SECONDS_END + 1, unit = 100_000_000; i < end; i++, unit /= 10) {
            nanos += (text.charAt(i) - '0') * unit;
        }
        return LocalDateTime.of(
                number(text, 0, 4),
                number(text, 5, 7),
                number(text, 8, 10),
                number(text, 11, 13),
                number(text, 14, 16),
                number(text, 17, 19),
                nanos);
    }

    private static boolean hasShape(String text) {
        for (int i = 0; i < SECONDS_END; i++) {
            char shape = SHAPE.charAt(i);
            char c = text.charAt(i);
            boolean fits = shape == 'd' ? isDigit(c) : c == shape || shape == 'T' && c == 't';
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static int offsetSeconds(String text, int from) {
        int rest = text.length() - from;
        if (rest == 1 && (text.charAt(from) == 'Z' || text.charAt(from) == 'z')) {
            return 0;
        }
        boolean shaped = rest == 6
                && (text.charAt(from) == '+' || text.charAt(from) == '-')
                && isDigit(text.charAt(from + 1))
                && isDigit(text.charAt(from + 2))
                && text.charAt(from + 3) == ':'
                && isDigit(text.charAt(from + 4))
                && isDigit(text.charAt(from + 5));
        int minutes = shaped ? number(text, from + 4, from + 6) : 60;
        if (minutes > 59) {
            throw new DateTimeException("no offset");
        }
        int seconds = (number(text, from + 1, from + 3) * 60 + minutes) * 60;
        return text.charAt(from) == '-' ? -seconds : seconds;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
