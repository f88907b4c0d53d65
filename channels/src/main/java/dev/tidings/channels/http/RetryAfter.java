package dev.tidings.channels.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The header Retry-After (RFC 9110, section 10.2.3): a number of seconds, or a date. */
final class RetryAfter {
    /** Nobody puts us off for longer: what it says is a wish, and may be a mistake. */
    static final Duration MOST = Duration.ofDays(1);

    private RetryAfter() {}

    /** Zero if there is none, or none that can be understood. */
    static Duration read(String header, Instant now) {
        if (header == null) {
            return Duration.ZERO;
        }
        String text = header.strip();
        if (text.matches("[0-9]{1,18}")) {
            return bounded(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return bounded(Duration.between(now, date));
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }

    private static Duration bounded(Duration wish) {
        return wish.isNegative() ? Duration.ZERO : wish.compareTo(MOST) > 0 ? MOST : wish;
    }
}
