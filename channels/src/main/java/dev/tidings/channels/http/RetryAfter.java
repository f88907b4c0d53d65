package dev.tidings.channels.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Parses the HTTP header Retry-After (RFC 9110, section 10.2.3), seconds or a date, into a pause of at most a day. */
final class RetryAfter {
    /** An upper bound: a larger value is probably a mistake. */
    static final Duration MAX_PAUSE = Duration.ofDays(1);

    private RetryAfter() {}

    /** Zero if the header is absent or malformed. */
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

    private static Duration bounded(Duration pause) {
        return pause.isNegative() ? Duration.ZERO : pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
    }
}
