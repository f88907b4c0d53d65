package dev.tidings.server.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares occurrences with a walk through real time, minute by minute, across daylight saving changes. */
class OccurrencesPropertyTest {
    private static final List<String> ZONES = List.of(
            "Europe/Berlin",
            "America/New_York",
            // Shifts by half an hour.
            "Australia/Lord_Howe",
            // Changes at midnight.
            "America/Havana",
            "Africa/Cairo",
            // Changed at one minute past midnight until 2011: the previous day came back.
            "America/St_Johns",
            // Skipped a whole day.
            "Pacific/Apia",
            "Asia/Kathmandu",
            "UTC");

    /**
     * A zone and a time near one of its clock changes.
     *
     * @param around up to 40 hours before the change
     */
    record ZoneAndTime(ZoneId zone, Instant around) {}

    @Provide
    Arbitrary<ZoneAndTime> points() {
        return Combinators.combine(
                        Arbitraries.of(ZONES).map(ZoneId::of),
                        Arbitraries.longs()
                                .between(
                                        Instant.parse("2009-01-01T00:00:00Z").getEpochSecond(),
                                        Instant.parse("2030-01-01T00:00:00Z").getEpochSecond()),
                        Arbitraries.integers().between(0, 40 * 60))
                .as((zone, second, minutesBefore) -> {
                    Instant any = Instant.ofEpochSecond(second);
                    ZoneOffsetTransition change = zone.getRules().nextTransition(any);
                    Instant at = change == null ? any : change.getInstant();
                    return new ZoneAndTime(zone, at.minus(Duration.ofMinutes(minutesBefore)));
                });
    }

    @Provide
    Arbitrary<String> expressions() {
        Arbitrary<String> minute = field(0, 59, "*", "*/7", "*/15", "0", "30", "59", "0-10", "10-50/20");
        Arbitrary<String> hour = field(0, 23, "*", "*", "*/2", "*/3", "0", "1", "2", "1-3", "0,23");
        Arbitrary<String> day = field(1, 31, "*", "*", "*", "1-15", "*/2");
        Arbitrary<String> month = Arbitraries.of("*", "*", "*/2", "mar-nov", "1-6");
        Arbitrary<String> weekday = field(0, 7, "*", "*", "*", "1-5", "SUN", "sat,7", "*/2");
        return Combinators.combine(minute, hour, day, month, weekday)
                .as((a, b, c, d, e) -> String.join(" ", a, b, c, d, e));
    }

    private static Arbitrary<String> field(int min, int max, String... usual) {
        return Arbitraries.oneOf(
                Arbitraries.of(usual),
                Arbitraries.integers().between(min, max).map(String::valueOf),
                Arbitraries.integers()
                        .between(min, max)
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(4)
                        .map(list -> String.join(
                                ",", list.stream().map(String::valueOf).toList())));
    }

    @Property(tries = 1_500)
    void occurrences_matchAMinuteByMinuteWalk(
            @ForAll("expressions") String expression, @ForAll("points") ZoneAndTime point) {
        Instant from = point.around();
        Instant to = from.plus(Duration.ofHours(80));
        assertThat(between(occurrences(expression, point.zone()), from, to))
                .isEqualTo(walk(CronExpression.parse(expression), point.zone(), from, to));
    }

    @Property(tries = 500)
    void occurrences_riseFromAnyStart(
            @ForAll("expressions") String expression, @ForAll("points") ZoneAndTime point, @ForAll short seconds) {
        Instant from = point.around().plusSeconds(seconds);
        Occurrences occurrences = occurrences(expression, point.zone());
        List<Instant> times = occurrences.after(from, 20);
        assertThat(times).allMatch(from::isBefore).isSorted().doesNotHaveDuplicates();
        for (int i = 1; i < times.size(); i++) {
            assertThat(occurrences.after(times.get(i).minusMillis(1))).contains(times.get(i));
        }
    }

    private static Occurrences occurrences(String expression, ZoneId zone) {
        Recurrence when = new Recurrence(new Recurrence.Cron(expression), zone, Optional.empty(), Optional.empty());
        return new Occurrences(when, Instant.EPOCH);
    }

    private static List<Instant> between(Occurrences occurrences, Instant from, Instant to) {
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = occurrences.after(from);
        while (next.isPresent() && !next.get().isAfter(to)) {
            times.add(next.get());
            next = occurrences.after(next.get());
        }
        return times;
    }

    private static List<Instant> walk(CronExpression cron, ZoneId zone, Instant from, Instant to) {
        List<Instant> times = new ArrayList<>();
        Instant first = Instant.ofEpochSecond(Math.floorDiv(from.getEpochSecond(), 60) * 60 + 60);
        for (Instant at = first; !at.isAfter(to); at = at.plusSeconds(60)) {
            if (happens(cron, zone, at)) {
                times.add(at);
            }
        }
        return times;
    }

    private static boolean happens(CronExpression cron, ZoneId zone, Instant at) {
        LocalDateTime shown = LocalDateTime.ofInstant(at, zone);
        if (cron.everyHour()) {
            return cron.matches(shown);
        }
        // Of the two instants of a local time in an overlap, the first has the larger offset.
        boolean first = zone.getRules()
                .getValidOffsets(shown)
                .get(0)
                .equals(zone.getRules().getOffset(at));
        if (cron.matches(shown) && first) {
            return true;
        }
        ZoneOffsetTransition change = zone.getRules().nextTransition(at.minusMillis(1));
        if (change == null || !change.getInstant().equals(at) || !change.isGap()) {
            return false;
        }
        LocalDateTime leftOut = change.getDateTimeBefore();
        while (leftOut.isBefore(change.getDateTimeAfter())) {
            if (cron.matches(leftOut)) {
                return true;
            }
            leftOut = leftOut.plusMinutes(1);
        }
        return false;
    }
}
