package dev.tidings.channels.webpush;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** How long a server asks to be left alone: a number of seconds, or a date. */
final class RetryAfter {
    /** Whoever asks for more gets no more. */
    static final Duration LONGEST = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private RetryAfter() {}

    /** Zero if it does not say, or nothing that makes sense. */
    static Duration of(HttpHeaders headers, Instant now) {
        Duration asked = headers.firstValue("Retry-After")
                .map(text -> read(text.strip(), now))
                .orElse(Duration.ZERO);
        return asked.isNegative() ? Duration.ZERO : asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }

    private static Duration read(String text, Instant now) {
        if (SECONDS.matcher(text).matches()) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            return Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }
}
