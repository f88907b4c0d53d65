package dev.tidings.channels.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "' 120 ', 120",
        "86400, 86400",
        "86401, 86400",
        "999999999999999999, 86400",
        "9999999999999999999999, 0",
        "'Mon, 16 Nov 2026 08:01:30 GMT', 90",
        "'Mon, 16 Nov 2026 07:00:00 GMT', 0",
        "'Sat, 16 Nov 2097 08:00:00 GMT', 86400",
        "'Sun, 16 Nov 2026 08:01:30 GMT', 0",
        "-5, 0",
        "1.5, 0",
        "soon, 0",
        "'', 0",
    })
    void header_isParsed(String header, long seconds) {
        assertThat(RetryAfter.read(header, NOW)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void absentHeader_isZero() {
        assertThat(RetryAfter.read(null, NOW)).isZero();
    }
}
