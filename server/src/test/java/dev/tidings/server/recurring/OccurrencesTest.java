package dev.tidings.server.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of occurrences around daylight saving changes, leap days, bounds and intervals. */
class OccurrencesTest {
    private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");

    private static Occurrences cron(String expression, String zone) {
        return new Occurrences(
                new Recurrence(new Recurrence.Cron(expression), ZoneId.of(zone), Optional.empty(), Optional.empty()),
                MADE);
    }

    private static List<Instant> times(String... texts) {
        return List.of(texts).stream().map(Instant::parse).toList();
    }

    private static List<Instant> next(String expression, String zone, String after, int most) {
        return cron(expression, zone).after(Instant.parse(after), most);
    }

    @Test
    void timeOfDay_followsItsZone() {
        assertThat(next("0 9 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z", 3))
                .isEqualTo(times("2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"));
    }

    @Test
    void timeInAGap_occursOnceAfterTheGap() {
        assertThat(next("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3))
                .isEqualTo(times("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"));
        assertThat(next("*/20 2,3 * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 3))
                .isEqualTo(times("2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z", "2026-03-29T01:40:00Z"));
    }

    @Test
    void timeInAnOverlap_occursOnceAtTheFirst() {
        assertThat(next("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2))
                .isEqualTo(times("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"));
    }

    @Test
    void everyHour_isEveryElapsedHour() {
        assertThat(next("30 * * * *", "Europe/Berlin", "2026-10-24T23:00:00Z", 4))
                .isEqualTo(times(
                        "2026-10-24T23:30:00Z",
                        "2026-10-25T00:30:00Z",
                        "2026-10-25T01:30:00Z",
                        "2026-10-25T02:30:00Z"));
        assertThat(next("30 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 3))
                .isEqualTo(times("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z"));
    }

    @Test
    void skippedDay_occursWhenTheNextDayBegins() {
        // Samoa went from 29 to 31 December 2011.
        assertThat(next("0 12 * * *", "Pacific/Apia", "2011-12-29T00:00:00Z", 3))
                .isEqualTo(times("2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z"));
    }

    @Test
    void dayFields_areOredUnlessOneIsAStar() {
        assertThat(next("0 0 13 * FRI", "UTC", "2026-02-01T00:00:00Z", 5))
                .isEqualTo(times(
                        "2026-02-06T00:00:00Z",
                        "2026-02-13T00:00:00Z",
                        "2026-02-20T00:00:00Z",
                        "2026-02-27T00:00:00Z",
                        "2026-03-06T00:00:00Z"));
        assertThat(next("0 0 */2 * 1", "UTC", "2026-02-01T00:00:00Z", 2))
                .isEqualTo(times("2026-02-09T00:00:00Z", "2026-02-23T00:00:00Z"));
    }

    @Test
    void sunday_isZeroAndSeven() {
        List<Instant> sundays = times("2026-02-08T00:00:00Z", "2026-02-15T00:00:00Z");
        for (String sunday : List.of("0", "7", "sun", "0,7")) {
            assertThat(next("0 0 * * " + sunday, "UTC", "2026-02-01T00:00:00Z", 2))
                    .isEqualTo(sundays);
        }
        assertThat(next("0 0 * * 5-7", "UTC", "2026-02-02T00:00:00Z", 3))
                .isEqualTo(times("2026-02-06T00:00:00Z", "2026-02-07T00:00:00Z", "2026-02-08T00:00:00Z"));
    }

    @Test
    void aliases_haveTheirUsualMeaning() {
        assertThat(next("@daily", "UTC", "2026-02-01T00:00:00Z", 1)).isEqualTo(times("2026-02-02T00:00:00Z"));
        assertThat(next("@hourly", "UTC", "2026-02-01T00:00:00Z", 1)).isEqualTo(times("2026-02-01T01:00:00Z"));
        assertThat(next("@yearly", "UTC", "2026-02-01T00:00:00Z", 1)).isEqualTo(times("2027-01-01T00:00:00Z"));
    }

    @Test
    void leapDay_occursAndFebruary30NeverDoes() {
        assertThat(next("0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", 1)).isEqualTo(times("2104-02-29T00:00:00Z"));
        assertThat(next("0 * 29 2 *", "Europe/Berlin", "2096-03-01T00:00:00Z", 1))
                .isEqualTo(times("2104-02-28T23:00:00Z"));
        assertThat(next("0 0 30 2 *", "UTC", "2026-01-01T00:00:00Z", 1)).isEmpty();
        assertThat(next("* * 31 4,6 *", "UTC", "2026-01-01T00:00:00Z", 1)).isEmpty();
    }

    @Test
    void occurrences_stayWithinStartAndEnd() {
        Recurrence when = new Recurrence(
                new Recurrence.Cron("0 * * * *"),
                ZoneId.of("UTC"),
                Optional.of(Instant.parse("2026-02-01T10:00:00Z")),
                Optional.of(Instant.parse("2026-02-01T12:00:00Z")));
        assertThat(new Occurrences(when, MADE).after(MADE, 10))
                .isEqualTo(times("2026-02-01T10:00:00Z", "2026-02-01T11:00:00Z"));
    }

    @Test
    void interval_isCountedFromStartOrCreation() {
        Recurrence bare = new Recurrence(
                new Recurrence.Every(Duration.ofMinutes(90)), ZoneId.of("UTC"), Optional.empty(), Optional.empty());
        assertThat(new Occurrences(bare, MADE).after(MADE, 2))
                .isEqualTo(times("2026-01-01T01:30:00Z", "2026-01-01T03:00:00Z"));
        Recurrence started = new Recurrence(
                bare.rule(), bare.zone(), Optional.of(Instant.parse("2026-03-29T00:10:00Z")), Optional.empty());
        assertThat(new Occurrences(started, MADE).after(MADE, 2))
                .isEqualTo(times("2026-03-29T00:10:00Z", "2026-03-29T01:40:00Z"));
        assertThat(new Occurrences(started, MADE).after(Instant.parse("2026-03-29T01:40:00Z"), 1))
                .isEqualTo(times("2026-03-29T03:10:00Z"));
    }

    @Test
    void nanosecondBefore_findsTheOccurrence() {
        Instant nine = Instant.parse("2026-02-01T09:00:00Z");
        for (String expression : List.of("0 9 * * *", "0 * * * *")) {
            assertThat(cron(expression, "UTC").after(nine.minusNanos(1))).contains(nine);
            assertThat(cron(expression, "UTC").after(nine)).get().isNotEqualTo(nine);
            assertThat(cron(expression, "UTC").after(nine.plusNanos(1))).get().isNotEqualTo(nine);
        }
    }
}
