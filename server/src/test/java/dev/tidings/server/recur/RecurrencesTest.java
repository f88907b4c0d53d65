package dev.tidings.server.recur;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.Missed;
import dev.tidings.core.meta.Tenant;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Recurrence;
import dev.tidings.core.model.Target;
import dev.tidings.server.hot.CachedTypes;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.meta.SqlMeta;
import dev.tidings.server.meta.SqlMetaConfig;
import dev.tidings.server.schedule.Timed;
import dev.tidings.server.template.CachedTemplates;
import dev.tidings.server.template.TemplateService;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every occurrence is sent once, whatever happens in between. */
class RecurrencesTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:30Z");
    private static final Instant FIRST = Instant.parse("2026-03-01T10:01:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /** By how much a clock is wrong for a moment. */
    private static final Duration AHEAD = Duration.ofDays(30);

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(START);
    private RecordingSchedules schedules;
    private SqlMetaConfig database;
    private Meta meta;
    private TypeService types;
    private TemplateService templates;
    private Recurrences recurrences;
    /** Another process. */
    private Recurrences others;

    @BeforeEach
    void start() {
        database = SqlMetaConfig.sqlite(folder.resolve("meta.db"));
        meta = SqlMeta.open(database, clock);
        meta.tenants().add(new Tenant("acme", "acme", START), "test");
        types = new CachedTypes(meta, Runnable::run);
        templates = new CachedTemplates(meta, Runnable::run, clock);
        schedules = new RecordingSchedules(clock);
        recurrences = recurrences();
        others = recurrences();
    }

    private Recurrences recurrences() {
        SendRequestParser parser = new SendRequestParser(RequestLimits.defaults(), clock);
        return new Recurrences(meta, schedules, types, templates, parser, clock);
    }

    @AfterEach
    void stop() {
        recurrences.close();
        others.close();
        meta.close();
    }

    private static Definition definition(String cron, Missed missed, String title) {
        return new Definition(
                new Recurrence(new Recurrence.Cron(cron), ZoneId.of("UTC"), Optional.empty(), Optional.empty()),
                false,
                missed,
                request(title));
    }

    private static String request(String title) {
        return "{\"to\":{\"user\":\"u\"},\"title\":\"" + title + "\"}";
    }

    private void put(String cron, String title) {
        recurrences.put("acme", "r", definition(cron, Missed.SKIP, title), "test");
    }

    private void go(Duration howLong) {
        Instant end = clock.instant().plus(howLong);
        while (clock.instant().isBefore(end)) {
            clock.advance(Timing.STEP);
            recurrences.plan();
        }
    }

    private static List<Instant> minutes(Instant first, int count) {
        List<Instant> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            times.add(first.plus(MINUTE.multipliedBy(i)));
        }
        return times;
    }

    @Test
    void everyOccurrenceIsPlannedOnceAndAheadOfItsTime() {
        put("* * * * *", "x");
        for (int i = 0; i < 20; i++) {
            assertThat(schedules.times()).contains(nextMinute(clock.instant()));
            go(Timing.STEP);
        }
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 12));
        Timed one = schedules.toSend().get(0);
        assertThat(one.notification().source()).isEqualTo("recurring:r");
        assertThat(one.notification().type()).isEqualTo("default");
        assertThat(one.notification().createdAt()).isEqualTo(one.due());
        assertThat(one.target()).isEqualTo(new Target.User("u"));
    }

    @Test
    void whatIsFarAwayIsNotPlannedYet() {
        put("0 12 * * *", "x");
        go(Duration.ofMinutes(110));
        assertThat(schedules.times()).isEmpty();
        go(Duration.ofMinutes(10));
        assertThat(schedules.times()).containsExactly(Instant.parse("2026-03-01T12:00:00Z"));
    }

    @Test
    void aCrashBeforeTheProgressIsStoredDoublesNothing() {
        schedules.failNext();
        put("* * * * *", "x");
        assertThat(schedules.times()).hasSize(2);
        recurrences = recurrences();
        recurrences.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
    }

    @Test
    void twoWhoPlanTheSameDoubleNothing() {
        put("* * * * *", "x");
        clock.advance(MINUTE);
        // Both have read the same when the first adds.
        schedules.beforeNextAdd(() -> others.plan());
        recurrences.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 3));
    }

    @Test
    void anEditIsWhatIsSentFromThenOnAndDoublesNothing() {
        put("* * * * *", "old");
        put("* * * * *", "new");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
        assertThat(schedules.texts()).containsOnly(request("new"));
        put("*/2 * * * *", "even");
        assertThat(schedules.times()).containsExactly(FIRST.plus(MINUTE));
        assertThat(schedules.texts()).containsOnly(request("even"));
    }

    @Test
    void anEditThatComesTooLateForTheNextDoublesNothing() {
        put("* * * * *", "old");
        clock.advanceTo(FIRST.minus(RecordingSchedules.GUARD).plusMillis(1));
        put("* * * * *", "new");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
        assertThat(schedules.texts()).containsExactly(request("old"), request("new"));
    }

    @Test
    void toSayTheSameAgainChangesNothing() {
        put("* * * * *", "x");
        long revision = recurrences.find("acme", "r").orElseThrow().revision();
        put("* * * * *", "x");
        assertThat(recurrences.find("acme", "r").orElseThrow().revision()).isEqualTo(revision);
    }

    @Test
    void oneWhoHasReadBeforeAnEditAndAddsAfterItDoublesNothing() {
        put("* * * * *", "old");
        clock.advance(MINUTE);
        schedules.beforeNextAdd(() -> others.put("acme", "r", definition("* * * * *", Missed.SKIP, "new"), "test"));
        recurrences.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 3));
        assertThat(schedules.texts()).containsExactly(request("old"), request("new"), request("new"));
        go(MINUTE);
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 4));
    }

    @Test
    void oneWhoHasReadBeforeADeletionAndAddsAfterItSendsNothing() {
        put("*/3 * * * *", "x");
        clock.advance(MINUTE);
        schedules.beforeNextAdd(() -> others.delete("acme", "r", "test"));
        recurrences.plan();
        assertThat(schedules.times()).isEmpty();
        go(Duration.ofMinutes(10));
        assertThat(schedules.times()).isEmpty();
    }

    @Test
    void whatIsPausedIsTakenBackAndPlannedAgainWhenItIsResumed() {
        put("* * * * *", "x");
        assertThat(recurrences.pause("acme", "r", true, "test").orElseThrow().paused())
                .isTrue();
        assertThat(schedules.times()).isEmpty();
        go(Duration.ofMinutes(5));
        assertThat(schedules.times()).isEmpty();
        recurrences.pause("acme", "r", false, "test");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST.plus(MINUTE.multipliedBy(5)), 2));
        recurrences.pause("acme", "r", true, "test");
        recurrences.pause("acme", "r", false, "test");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST.plus(MINUTE.multipliedBy(5)), 2));
        assertThat(recurrences.pause("acme", "none", true, "test")).isEmpty();
    }

    @Test
    void whatIsDeletedIsTakenBackAndCanBeMadeAgain() {
        put("* * * * *", "x");
        assertThat(recurrences.delete("acme", "r", "test")).isTrue();
        assertThat(recurrences.delete("acme", "r", "test")).isFalse();
        assertThat(schedules.times()).isEmpty();
        put("* * * * *", "x");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
    }

    @Test
    void aChangeThatWasNeverFinishedHoldsItUpOnlyForAWhile() {
        put("* * * * *", "x");
        meta.recurring().hold("acme", "r", clock.instant().plus(Timing.HOLD));
        clock.advance(MINUTE.minusSeconds(1));
        recurrences.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
        clock.advance(Duration.ofSeconds(1));
        recurrences.plan();
        go(Duration.ofMinutes(3));
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 6));
    }

    @Test
    void whatWasMissedIsSkipped() {
        put("* * * * *", "x");
        clock.advance(Duration.ofHours(3));
        recurrences.plan();
        assertThat(schedules.times())
                .startsWith(FIRST, FIRST.plus(MINUTE))
                .hasSize(2 + 4)
                .contains(FIRST.plus(Duration.ofHours(3)))
                .noneMatch(time -> time.isAfter(FIRST.plus(MINUTE))
                        && time.isBefore(clock.instant().minus(Timing.LATE)));
    }

    @Test
    void whatWasMissedIsSentLateIfSaidSo() {
        recurrences.put("acme", "r", definition("*/10 * * * *", Missed.CATCH_UP, "x"), "test");
        clock.advance(Duration.ofHours(3));
        recurrences.plan();
        assertThat(schedules.times()).hasSize(18).doesNotHaveDuplicates();
    }

    @Test
    void ofVeryManyThatWereMissedTheLastAreSent() {
        recurrences.put("acme", "r", definition("* * * * *", Missed.CATCH_UP, "x"), "test");
        Instant last = clock.instant().plus(Duration.ofDays(2)).minusSeconds(30);
        clock.advance(Duration.ofDays(2));
        recurrences.plan();
        assertThat(schedules.times().subList(2, schedules.times().size()))
                .isEqualTo(minutes(last.minus(MINUTE.multipliedBy(Timing.MOST_MISSED - 1)), Timing.MOST_MISSED + 2));
    }

    @ParameterizedTest
    @EnumSource(Missed.class)
    void aClockThatWasAheadForAMomentHoldsUpNothingAndDoublesNothing(Missed missed) {
        recurrences.put("acme", "r", definition("* * * * *", missed, "x"), "test");
        clock.advance(AHEAD);
        recurrences.plan();
        clock.stepBack(AHEAD);
        recurrences.plan();
        go(Duration.ofHours(1));
        assertThat(sentWithin(Duration.ofHours(2))).isEqualTo(minutes(FIRST, 60 + 2));
        go(Duration.ofMinutes(10));
        assertThat(schedules.times()).doesNotHaveDuplicates();
    }

    @Test
    void oneThatWouldHaveEndedByAClockThatWasAheadGoesOn() {
        Instant end = FIRST.plus(Duration.ofDays(1));
        Recurrence when =
                new Recurrence(new Recurrence.Cron("* * * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.of(end));
        recurrences.put("acme", "r", new Definition(when, false, Missed.SKIP, request("x")), "test");
        clock.advance(AHEAD);
        recurrences.plan();
        clock.stepBack(AHEAD);
        go(Duration.ofMinutes(5));
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 5 + 2));
    }

    @Test
    void whatIsChangedWhileTheClockIsAheadIsSentFromSoonAfterItIsSetRightAndDoublesNothing() {
        put("* * * * *", "old");
        clock.advance(AHEAD);
        put("* * * * *", "new");
        clock.stepBack(AHEAD);
        go(Duration.ofMinutes(10));
        List<Instant> sent = sentWithin(Duration.ofHours(1));
        assertThat(sent).doesNotHaveDuplicates();
        // The clock that was ahead took the old ones for past; three minutes are as far as they can go.
        assertThat(sent).startsWith(FIRST, FIRST.plus(MINUTE)).endsWith(FIRST.plus(MINUTE.multipliedBy(11)));
        assertThat(sent).containsAll(minutes(FIRST.plus(MINUTE.multipliedBy(4)), 8));
        // It can be taken back again, as always.
        recurrences.pause("acme", "r", true, "test");
        assertThat(sentWithin(Duration.ofHours(1))).allMatch(time -> time.isBefore(clock.instant()));
    }

    @Test
    void aChangeThatWasNeverFinishedByAClockThatWasAheadHoldsItUpOnlyForAWhile() {
        put("* * * * *", "x");
        meta.recurring().hold("acme", "r", clock.instant().plus(AHEAD).plus(Timing.HOLD));
        go(Duration.ofMinutes(5));
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 5 + 2));
    }

    private List<Instant> sentWithin(Duration howLong) {
        Instant end = START.plus(howLong);
        return schedules.times().stream().filter(time -> time.isBefore(end)).toList();
    }

    @Test
    void oneOfAnUnknownTypeSendsNothingAndHoldsUpNobody() {
        recurrences.put(
                "acme",
                "a",
                new Definition(
                        definition("* * * * *", Missed.SKIP, "x").when(),
                        false,
                        Missed.SKIP,
                        "{\"to\":{\"user\":\"u\"},\"title\":\"typed\",\"type\":\"later\"}"),
                "test");
        put("* * * * *", "x");
        go(Duration.ofMinutes(3));
        assertThat(schedules.texts()).containsOnly(request("x"));
        types.put(
                        "acme",
                        new NotificationType(
                                "later",
                                Optional.empty(),
                                Set.of(Channel.IN_APP),
                                Priority.BULK,
                                OptionalInt.empty(),
                                false),
                        "test")
                .join();
        go(Duration.ofMinutes(3));
        assertThat(schedules.toSend())
                .filteredOn(each -> each.notification().type().equals("later"))
                .isNotEmpty()
                .allMatch(each -> each.notification().priority() == Priority.BULK);
    }

    @Test
    void oneThatCanNoLongerBeReadHoldsUpNobody() throws SQLException {
        recurrences.put("acme", "a", definition("* * * * *", Missed.SKIP, "a"), "test");
        put("* * * * *", "x");
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("update recurring_schedules set zone = 'Mars/Olympus_Mons' where name = 'a'");
        }
        go(Duration.ofMinutes(5));
        assertThat(sentBy("a")).isEqualTo(minutes(FIRST, 2));
        assertThat(sentBy("r")).isEqualTo(minutes(FIRST, 7));
    }

    /** Edits, pauses, failures and a second process, at any moment and in any order. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsEverDoubledAndNothingLostUnlessAStoreFails(boolean failing) {
        for (int seed = 0; seed < 15; seed++) {
            Random random = new Random(seed);
            String name = "r" + seed;
            Instant from = clock.instant();
            recurrences.put("acme", name, definition("* * * * *", Missed.SKIP, "0"), "test");
            for (int step = 0; step < 60; step++) {
                clock.advance(Duration.ofMillis(random.nextInt(40_000)));
                if (failing && random.nextInt(4) == 0) {
                    schedules.failNext();
                }
                unlessItFails(failing, () -> somethingHappens(random, name));
                // A resumption that failed leaves it paused.
                unlessItFails(failing, () -> others.pause("acme", name, false, "test"));
            }
            List<Instant> sent = sentBy(name);
            assertThat(sent).as("seed %s", seed).doesNotHaveDuplicates();
            if (!failing) {
                int count = (int) Duration.between(from, clock.instant()).toMinutes();
                assertThat(sent).as("seed %s", seed).containsAll(minutes(nextMinute(from), count));
            }
            unlessItFails(failing, () -> recurrences.delete("acme", name, "test"));
        }
    }

    private void somethingHappens(Random random, String name) {
        boolean first = random.nextBoolean();
        Recurrences one = first ? recurrences : others;
        Recurrences other = first ? others : recurrences;
        String title = Integer.toString(random.nextInt());
        Runnable change = switch (random.nextInt(3)) {
            case 0 -> () -> other.put("acme", name, definition("* * * * *", Missed.SKIP, title), "test");
            case 1 -> other::plan;
            default ->
                () -> {
                    other.pause("acme", name, true, "test");
                    other.pause("acme", name, false, "test");
                };
        };
        switch (random.nextInt(3)) {
            case 0 -> schedules.beforeNextAdd(change);
            case 1 -> change.run();
            default -> {}
        }
        one.plan();
    }

    private static void unlessItFails(boolean mayFail, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failed) {
            assertThat(mayFail).as("%s", failed).isTrue();
        }
    }

    private List<Instant> sentBy(String name) {
        return schedules.toSend().stream()
                .filter(each -> each.notification().source().equals("recurring:" + name))
                .map(Timed::due)
                .toList();
    }

    private static Instant nextMinute(Instant time) {
        return time.plus(MINUTE).truncatedTo(ChronoUnit.MINUTES);
    }
}
