package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Tests that the fast formatter of times equals that of {@link Instant}. */
class TimesTest {
    private static final long YEAR_MINUS_2 = -62_230_000_000L;
    private static final long YEAR_10_002 = 253_465_000_000L;

    @Property(tries = 20_000)
    void millis_areFormattedLikeInstant(
            @ForAll @LongRange(min = YEAR_MINUS_2, max = YEAR_10_002) long second,
            @ForAll @IntRange(max = 999) int millis) {
        Instant time = Instant.ofEpochSecond(second, 1_000_000L * millis);

        assertThat(Times.text(time)).isEqualTo(time.toString());
    }

    @Property
    void nanos_areFormattedLikeInstant(@ForAll @IntRange(max = 999_999_999) int nanos) {
        Instant time = Instant.ofEpochSecond(1_700_000_000, nanos);

        assertThat(Times.text(time)).isEqualTo(time.toString());
    }

    @Example
    void boundaries_areFormattedLikeInstant() {
        for (String time : new String[] {
            "0000-01-01T00:00:00Z",
            "-0001-12-31T23:59:59.999Z",
            "9999-12-31T23:59:59.999Z",
            "+10000-01-01T00:00:00Z",
            "1969-12-31T23:59:59.001Z",
            "2028-02-29T00:00:00Z"
        }) {
            assertThat(Times.text(Instant.parse(time))).isEqualTo(time);
        }
    }
}
