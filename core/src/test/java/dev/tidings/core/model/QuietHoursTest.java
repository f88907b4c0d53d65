package dev.tidings.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Tests of quiet hours by example, and against a minute-by-minute simulation across clock changes. */
class QuietHoursTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final List<String> ZONES = List.of(
            "Europe/Berlin",
            "America/New_York",
            // Changes by half an hour.
            "Australia/Lord_Howe",
            // Changes at midnight.
            "America/Havana",
            "Africa/Cairo",
            // Changed at one minute past midnight until 2011: the day before returns.
            "America/St_Johns",
            // Skips a whole day.
            "Pacific/Apia",
            "Asia/Kathmandu",
            "UTC");

    /** Times close to a clock change. */
    record Moment(ZoneId zone, Instant now) {}

    @Provide
    Arbitrary<Moment> moments() {
        return Combinators.combine(
                        Arbitraries.of(ZONES).map(ZoneId::of),
                        Arbitraries.longs()
                                .between(
                                        Instant.parse("2009-01-01T00:00:00Z").getEpochSecond(),
                                        Instant.parse("2030-01-01T00:00:00Z").getEpochSecond()),
                        Arbitraries.integers().between(-6 * 3_600, 30 * 3_600))
                .as((zone, second, before) -> {
                    Instant any = Instant.ofEpochSecond(second);
                    ZoneOffsetTransition change = zone.getRules().nextTransition(any);
                    Instant at = change == null ? any : change.getInstant();
                    return new Moment(zone, at.minusSeconds(before));
                });
    }

    @Provide
    Arbitrary<QuietHours> hours() {
        Arbitrary<LocalTime> anyTime =
                Arbitraries.integers().between(0, 24 * 60 - 1).map(minute -> LocalTime.ofSecondOfDay(minute * 60L));
        // The hours in which clocks change.
        Arbitrary<LocalTime> night =
                Arbitraries.integers().between(0, 4 * 4).map(quarter -> LocalTime.ofSecondOfDay(quarter * 900L));
        Arbitrary<LocalTime> time = Arbitraries.oneOf(anyTime, night);
        return Combinators.combine(time, time)
                .filter((from, to) -> !from.equals(to))
                .as((from, to) -> new QuietHours(from, to, Optional.empty()));
    }

    @Property
    void until_isTheFirstTimeThatIsNotQuiet(@ForAll("hours") QuietHours hours, @ForAll("moments") Moment moment) {
        Optional<Instant> until = hours.until(moment.now(), moment.zone());
        assertThat(until).isEqualTo(walked(hours, moment));
    }

    @Property
    void until_isNeverInThePastAndNotQuiet(@ForAll("hours") QuietHours hours, @ForAll("moments") Moment moment) {
        hours.until(moment.now(), moment.zone()).ifPresent(until -> {
            assertThat(until).isAfter(moment.now());
            assertThat(hours.until(until, moment.zone())).isEmpty();
            // A second call in between gives the same answer.
            Instant between =
                    moment.now().plus(Duration.between(moment.now(), until).dividedBy(2));
            assertThat(hours.until(between, moment.zone())).contains(until);
        });
    }

    /** The expected end: reads the local time every minute until it is no longer quiet. */
    private static Optional<Instant> walked(QuietHours hours, Moment moment) {
        if (!quiet(hours, moment.now(), moment.zone())) {
            return Optional.empty();
        }
        Instant at = moment.now().truncatedTo(ChronoUnit.MINUTES);
        do {
            at = at.plus(Duration.ofMinutes(1));
        } while (quiet(hours, at, moment.zone()));
        return Optional.of(at);
    }

    private static boolean quiet(QuietHours hours, Instant at, ZoneId zone) {
        LocalTime wall = at.atZone(zone).toLocalTime();
        boolean afterFrom = wall.compareTo(hours.from()) >= 0;
        boolean beforeTo = wall.compareTo(hours.to()) < 0;
        return hours.from().isBefore(hours.to()) ? afterFrom && beforeTo : afterFrom || beforeTo;
    }

    @Example
    void quietHours_spanMidnight() {
        QuietHours hours = hours("22:00", "07:00");
        assertUntil(hours, "2026-01-10T21:00:00Z", "2026-01-11T06:00:00Z");
        assertUntil(hours, "2026-01-11T05:59:59Z", "2026-01-11T06:00:00Z");
        assertNotQuiet(hours, "2026-01-11T06:00:00Z");
        assertNotQuiet(hours, "2026-01-10T20:59:59Z");
    }

    @Example
    void quietHours_endWithinADay() {
        QuietHours hours = hours("12:00", "13:30");
        assertUntil(hours, "2026-01-10T11:00:00Z", "2026-01-10T12:30:00Z");
        assertNotQuiet(hours, "2026-01-10T12:30:00Z");
    }

    /** The 29th of March 2026 has no time from 02:00 to 03:00 in Berlin. */
    @Example
    void endInASkippedHour_isTheEndOfTheHour() {
        assertUntil(hours("22:00", "02:30"), "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z");
        assertNotQuiet(hours("02:10", "02:50"), "2026-03-29T01:00:00Z");
        assertUntil(hours("22:00", "07:00"), "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z");
    }

    /** The 25th of October 2026 has the time from 02:00 to 03:00 twice. */
    @Example
    void endInARepeatedHour_occursTwice() {
        QuietHours hours = hours("22:00", "02:30");
        assertUntil(hours, "2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z");
        assertNotQuiet(hours, "2026-10-25T00:45:00Z");
        assertUntil(hours, "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z");
        assertUntil(hours("22:00", "03:00"), "2026-10-25T00:15:00Z", "2026-10-25T02:00:00Z");
        assertUntil(hours("02:30", "03:00"), "2026-10-25T00:45:00Z", "2026-10-25T01:00:00Z");
    }

    @Example
    void ownZone_takesPrecedence() {
        QuietHours hours = new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), Optional.of(BERLIN));
        assertThat(hours.until(Instant.parse("2026-01-10T21:30:00Z"), ZoneOffset.UTC))
                .contains(Instant.parse("2026-01-11T06:00:00Z"));
    }

    @Example
    void aWholeDay_isRejected() {
        assertThatThrownBy(() -> hours("22:00", "22:00")).isInstanceOf(IllegalArgumentException.class);
    }

    private static QuietHours hours(String from, String to) {
        return new QuietHours(LocalTime.parse(from), LocalTime.parse(to), Optional.empty());
    }

    private static void assertUntil(QuietHours hours, String now, String until) {
        assertThat(hours.until(Instant.parse(now), BERLIN)).contains(Instant.parse(until));
    }

    private static void assertNotQuiet(QuietHours hours, String now) {
        assertThat(hours.until(Instant.parse(now), BERLIN)).isEmpty();
    }
}
