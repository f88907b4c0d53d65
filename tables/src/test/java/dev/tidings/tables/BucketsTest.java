package dev.tidings.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.InvalidValueException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the time buckets of partition keys. */
class BucketsTest {
    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 197001",
        "1969-12-31T23:59:59.999Z, 196912",
        "2026-11-30T23:59:59.999Z, 202611",
        "2026-12-01T00:00:00Z, 202612",
        "2026-12-31T23:59:59.999Z, 202612",
        "2027-01-01T00:00:00Z, 202701",
        "2028-02-29T12:00:00Z, 202802",
        "2028-02-29T23:59:59.999Z, 202802",
        "2028-03-01T00:00:00Z, 202803",
        "2027-02-28T23:59:59.999Z, 202702",
        "9999-12-31T23:59:59.999Z, 999912",
    })
    void monthsAreThoseOfTheUtcCalendar(Instant instant, int month) {
        assertThat(Buckets.month(instant)).isEqualTo(month);
    }

    @ParameterizedTest
    @CsvSource({"202611, 202610", "202601, 202512", "202512, 202511", "197001, 196912", "200001, 199912"})
    void theMonthBeforeJanuaryIsDecember(int month, int before) {
        assertThat(Buckets.monthBefore(month)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {202600, 202613, 11, -202611, 0})
    void invalidMonth_isRejected(int month) {
        assertThatThrownBy(() -> Buckets.monthBefore(month))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("yyyymm");
    }

    @Test
    void monthBeforeYearOne_isRejected() {
        assertThatThrownBy(() -> Buckets.month(Instant.parse("-0001-06-01T00:00:00Z")))
                .isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0, 0, 0",
        "1970-01-01T00:00:59.999Z, 0, 0, 0",
        "1970-01-01T00:01:00Z, 0, 0, 1",
        "1970-01-01T00:59:59.999Z, 0, 0, 59",
        "1970-01-01T01:00:00Z, 0, 1, 60",
        "1970-01-01T23:59:59.999Z, 0, 23, 1439",
        "1970-01-02T00:00:00Z, 1, 24, 1440",
        "1969-12-31T23:59:59.999Z, -1, -1, -1",
        "2028-02-29T00:00:00Z, 21243, 509832, 30589920",
        "9999-12-31T23:59:59.999Z, 2932896, 70389527, 4223371679",
    })
    void bucketsOfFixedLengthCountSince1970(Instant instant, int day, int hour, long minute) {
        assertThat(Buckets.day(instant)).isEqualTo(day);
        assertThat(Buckets.hour(instant)).isEqualTo(hour);
        assertThat(Buckets.minute(instant)).isEqualTo(minute);
    }

    @Test
    void aMinuteStartsWithItsFirstMillisecond() {
        Instant start = Buckets.startOfMinute(30_589_920);

        assertThat(start).isEqualTo(Instant.parse("2028-02-29T00:00:00Z"));
        assertThat(Buckets.minute(start)).isEqualTo(30_589_920);
        assertThat(Buckets.minute(start.minusMillis(1))).isEqualTo(30_589_919);
    }

    @Test
    void bucketsOfAnIdAreThoseOfTheTimeInIt() {
        Instant lastOfNovember = Instant.parse("2026-11-30T23:59:59.999Z");
        UUID id = Rows.v7(lastOfNovember);

        assertThat(Buckets.time(id)).isEqualTo(lastOfNovember);
        assertThat(Buckets.month(id)).isEqualTo(202611);
        assertThat(Buckets.day(id)).isEqualTo(Buckets.day(lastOfNovember));
        assertThat(Buckets.hour(id)).isEqualTo(Buckets.hour(lastOfNovember));
    }

    @Test
    void theTimeInAnIdIsUnsigned() {
        assertThat(Buckets.time(new UUID(0xffff_ffff_ffff_7000L, Long.MIN_VALUE)))
                .isEqualTo(Instant.ofEpochMilli((1L << 48) - 1));
        assertThat(Buckets.time(new UUID(0x7000, Long.MIN_VALUE))).isEqualTo(Instant.EPOCH);
    }

    @Test
    void idWithoutATime_isRejected() {
        UUID random = UUID.fromString("5c9c1d0a-2f43-4f0e-9a55-0d7f5e8c1b2a");

        assertThatThrownBy(() -> Buckets.month(random))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("version 7");
    }
}
