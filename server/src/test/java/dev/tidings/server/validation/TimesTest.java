package dev.tidings.server.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Tests of the format of times: always with milliseconds, and otherwise like {@link Instant}. */
class TimesTest {
    private static final long YEAR_0 = -62_167_219_200L;
    private static final long YEAR_9999 = 253_402_300_799L;

    @Property(tries = 20_000)
    void times_areFormattedWithMilliseconds(
            @ForAll @LongRange(min = YEAR_0, max = YEAR_9999) long second,
            @ForAll @IntRange(max = 999_999_999) int nanos) {
        Instant time = Instant.ofEpochSecond(second, nanos);

        assertThat(Times.text(time)).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(Instant.parse(Times.text(time))).isEqualTo(time.truncatedTo(ChronoUnit.MILLIS));
    }

    @Example
    void boundaries_areFormatted() {
        assertThat(Times.text(Instant.parse("2028-02-29T00:00:00Z"))).isEqualTo("2028-02-29T00:00:00.000Z");
        assertThat(Times.text(Instant.parse("1969-12-31T23:59:59.001Z"))).isEqualTo("1969-12-31T23:59:59.001Z");
        for (String time : new String[] {
            "0000-01-01T00:00:00.000Z",
            "9999-12-31T23:59:59.999Z",
            "-0001-12-31T23:59:59.999Z",
            "+10000-01-01T00:00:00Z"
        }) {
            assertThat(Times.text(Instant.parse(time))).isEqualTo(time);
        }
    }
}
