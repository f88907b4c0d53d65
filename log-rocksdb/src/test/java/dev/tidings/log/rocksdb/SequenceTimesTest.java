package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the approximate commit times of sequences. */
class SequenceTimesTest {
    private static final long OPENED = 1_000_000;

    @Test
    void recoveredRecord_countsFromTheStart() {
        SequenceTimes times = new SequenceTimes(OPENED);
        times.committed(5_000, OPENED + 10_000);
        assertThat(times.time(17)).isEqualTo(OPENED);
        assertThat(times.time(4_999)).isEqualTo(OPENED);
        assertThat(times.time(5_000)).isEqualTo(OPENED + 10_000);
        assertThat(times.time(9_999)).isEqualTo(OPENED + 10_000);
    }

    @Test
    void time_isNeverLaterThanTheCommitNorMuchEarlier() {
        SequenceTimes times = new SequenceTimes(OPENED);
        long last = 50_000;
        for (long i = 1; i <= last; i++) {
            times.committed(i * 10, OPENED + i * 100);
        }
        for (long i = 1; i <= last; i++) {
            long committedAt = OPENED + i * 100;
            long age = (last - i) * 100;
            assertThat(times.time(i * 10 + 3))
                    .as("sequence of commit %d", i)
                    .isBetween(committedAt - 2 * SequenceTimes.INTERVAL_MILLIS - age, committedAt);
        }
        long recent = last - 100;
        assertThat(times.time(recent * 10)).isGreaterThan(OPENED + recent * 100 - 2 * SequenceTimes.INTERVAL_MILLIS);
    }
}
