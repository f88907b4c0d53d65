package dev.tidings.server.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Recurrence;
import dev.tidings.core.model.Target;
import dev.tidings.metadata.sql.SqlMetadataConfig;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.server.config.Config;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.types.TypeService;
import dev.tidings.templates.TemplateService;
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

/** Tests that every occurrence is sent exactly once, despite crashes, races, edits and clock errors. */
class RecurringSchedulerTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:30Z");
    private static final Instant FIRST = Instant.parse("2026-03-01T10:01:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /** How far a faulty clock is ahead. */
    private static final Duration CLOCK_ERROR = Duration.ofDays(30);

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(START);
    private RecordingOccurrences schedules;
    private SqlMetadataConfig database;
    private MetadataStore metadata;
    private TypeService types;
    private TemplateService templates;
    private RecurringScheduler recurringScheduler;
    /** Another process on the same stores. */
    private RecurringScheduler others;

    @BeforeEach
    void start() {
        database = SqlMetadataConfig.sqlite(folder.resolve("meta.db"));
        metadata = SqlMetadataStore.open(database, clock);
        metadata.tenants().add(new Tenant("acme", "acme", START), "test");
        types = new TypeService(metadata, Runnable::run);
        templates = new TemplateService(metadata, Runnable::run, clock);
        schedules = new RecordingOccurrences(clock);
        recurringScheduler = recurringScheduler();
        others = recurringScheduler();
    }

    private RecurringScheduler recurringScheduler() {
        SendRequestParser parser =
                new SendRequestParser(RequestLimits.of(Config.defaults().limits()), clock);
        return new RecurringScheduler(metadata, schedules, types, templates, parser, clock);
    }

    @AfterEach
    void stop() {
        recurringScheduler.close();
        others.close();
        metadata.close();
    }

    private static RecurrenceDefinition definition(String cron, MissedPolicy missed, String title) {
        return new RecurrenceDefinition(
                new Recurrence(new Recurrence.Cron(cron), ZoneId.of("UTC"), Optional.empty(), Optional.empty()),
                false,
                missed,
                request(title));
    }

    private static String request(String title) {
        return "{\"to\":{\"user\":\"u\"},\"title\":\"" + title + "\"}";
    }

    private void put(String cron, String title) {
        recurringScheduler.put("acme", "r", definition(cron, MissedPolicy.SKIP, title), "test");
    }

    private void runFor(Duration duration) {
        Instant end = clock.instant().plus(duration);
        while (clock.instant().isBefore(end)) {
            clock.advance(PlannerTiming.INTERVAL);
            recurringScheduler.plan();
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
    void occurrence_isPlannedOnceAheadOfItsTime() {
        put("* * * * *", "x");
        for (int i = 0; i < 20; i++) {
            assertThat(schedules.times()).contains(nextMinute(clock.instant()));
            runFor(PlannerTiming.INTERVAL);
        }
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 12));
        ScheduledRequest one = schedules.toSend().get(0);
        assertThat(one.notification().source()).isEqualTo("recurring:r");
        assertThat(one.notification().type()).isEqualTo("default");
        assertThat(one.notification().createdAt()).isEqualTo(one.due());
        assertThat(one.target()).isEqualTo(new Target.User("u"));
    }

    @Test
    void distantOccurrence_isNotPlannedYet() {
        put("0 12 * * *", "x");
        runFor(Duration.ofMinutes(110));
        assertThat(schedules.times()).isEmpty();
        runFor(Duration.ofMinutes(10));
        assertThat(schedules.times()).containsExactly(Instant.parse("2026-03-01T12:00:00Z"));
    }

    @Test
    void crashBeforeProgressIsStored_duplicatesNothing() {
        schedules.failNext();
        put("* * * * *", "x");
        assertThat(schedules.times()).hasSize(2);
        recurringScheduler = recurringScheduler();
        recurringScheduler.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
    }

    @Test
    void concurrentPlanners_duplicateNothing() {
        put("* * * * *", "x");
        clock.advance(MINUTE);
        // Both have read the same state when the first adds.
        schedules.beforeNextAdd(() -> others.plan());
        recurringScheduler.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 3));
    }

    @Test
    void edit_takesEffectAndDuplicatesNothing() {
        put("* * * * *", "old");
        put("* * * * *", "new");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
        assertThat(schedules.texts()).containsOnly(request("new"));
        put("*/2 * * * *", "even");
        assertThat(schedules.times()).containsExactly(FIRST.plus(MINUTE));
        assertThat(schedules.texts()).containsOnly(request("even"));
    }

    @Test
    void editTooLateForTheNext_duplicatesNothing() {
        put("* * * * *", "old");
        clock.advanceTo(FIRST.minus(RecordingOccurrences.GUARD).plusMillis(1));
        put("* * * * *", "new");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
        assertThat(schedules.texts()).containsExactly(request("old"), request("new"));
    }

    @Test
    void unchangedPut_changesNothing() {
        put("* * * * *", "x");
        long revision = recurringScheduler.find("acme", "r").orElseThrow().revision();
        put("* * * * *", "x");
        assertThat(recurringScheduler.find("acme", "r").orElseThrow().revision())
                .isEqualTo(revision);
    }

    @Test
    void plannerOvertakenByAnEdit_duplicatesNothing() {
        put("* * * * *", "old");
        clock.advance(MINUTE);
        schedules.beforeNextAdd(
                () -> others.put("acme", "r", definition("* * * * *", MissedPolicy.SKIP, "new"), "test"));
        recurringScheduler.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 3));
        assertThat(schedules.texts()).containsExactly(request("old"), request("new"), request("new"));
        runFor(MINUTE);
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 4));
    }

    @Test
    void plannerOvertakenByADelete_sendsNothing() {
        put("*/3 * * * *", "x");
        clock.advance(MINUTE);
        schedules.beforeNextAdd(() -> others.delete("acme", "r", "test"));
        recurringScheduler.plan();
        assertThat(schedules.times()).isEmpty();
        runFor(Duration.ofMinutes(10));
        assertThat(schedules.times()).isEmpty();
    }

    @Test
    void pause_cancelsAndResumePlansAgain() {
        put("* * * * *", "x");
        assertThat(recurringScheduler
                        .pause("acme", "r", true, "test")
                        .orElseThrow()
                        .paused())
                .isTrue();
        assertThat(schedules.times()).isEmpty();
        runFor(Duration.ofMinutes(5));
        assertThat(schedules.times()).isEmpty();
        recurringScheduler.pause("acme", "r", false, "test");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST.plus(MINUTE.multipliedBy(5)), 2));
        recurringScheduler.pause("acme", "r", true, "test");
        recurringScheduler.pause("acme", "r", false, "test");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST.plus(MINUTE.multipliedBy(5)), 2));
        assertThat(recurringScheduler.pause("acme", "none", true, "test")).isEmpty();
    }

    @Test
    void delete_cancelsAndAllowsRecreation() {
        put("* * * * *", "x");
        assertThat(recurringScheduler.delete("acme", "r", "test")).isTrue();
        assertThat(recurringScheduler.delete("acme", "r", "test")).isFalse();
        assertThat(schedules.times()).isEmpty();
        put("* * * * *", "x");
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
    }

    @Test
    void abandonedChange_delaysOnlyForAWhile() {
        put("* * * * *", "x");
        metadata.recurring().hold("acme", "r", clock.instant().plus(PlannerTiming.HOLD));
        clock.advance(MINUTE.minusSeconds(1));
        recurringScheduler.plan();
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 2));
        clock.advance(Duration.ofSeconds(1));
        recurringScheduler.plan();
        runFor(Duration.ofMinutes(3));
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 6));
    }

    @Test
    void missedOccurrences_areSkipped() {
        put("* * * * *", "x");
        clock.advance(Duration.ofHours(3));
        recurringScheduler.plan();
        assertThat(schedules.times())
                .startsWith(FIRST, FIRST.plus(MINUTE))
                .hasSize(2 + 4)
                .contains(FIRST.plus(Duration.ofHours(3)))
                .noneMatch(time -> time.isAfter(FIRST.plus(MINUTE))
                        && time.isBefore(clock.instant().minus(PlannerTiming.LATE_TOLERANCE)));
    }

    @Test
    void missedOccurrences_areSentLateIfConfigured() {
        recurringScheduler.put("acme", "r", definition("*/10 * * * *", MissedPolicy.CATCH_UP, "x"), "test");
        clock.advance(Duration.ofHours(3));
        recurringScheduler.plan();
        assertThat(schedules.times()).hasSize(18).doesNotHaveDuplicates();
    }

    @Test
    void manyMissedOccurrences_areCapped() {
        recurringScheduler.put("acme", "r", definition("* * * * *", MissedPolicy.CATCH_UP, "x"), "test");
        Instant last = clock.instant().plus(Duration.ofDays(2)).minusSeconds(30);
        clock.advance(Duration.ofDays(2));
        recurringScheduler.plan();
        assertThat(schedules.times().subList(2, schedules.times().size()))
                .isEqualTo(minutes(
                        last.minus(MINUTE.multipliedBy(PlannerTiming.MAX_MISSED - 1)), PlannerTiming.MAX_MISSED + 2));
    }

    @ParameterizedTest
    @EnumSource(MissedPolicy.class)
    void clockAheadForAMoment_delaysAndDuplicatesNothing(MissedPolicy missed) {
        recurringScheduler.put("acme", "r", definition("* * * * *", missed, "x"), "test");
        clock.advance(CLOCK_ERROR);
        recurringScheduler.plan();
        clock.stepBack(CLOCK_ERROR);
        recurringScheduler.plan();
        runFor(Duration.ofHours(1));
        assertThat(sentWithin(Duration.ofHours(2))).isEqualTo(minutes(FIRST, 60 + 2));
        runFor(Duration.ofMinutes(10));
        assertThat(schedules.times()).doesNotHaveDuplicates();
    }

    @Test
    void scheduleEndedByAClockAhead_continues() {
        Instant end = FIRST.plus(Duration.ofDays(1));
        Recurrence when =
                new Recurrence(new Recurrence.Cron("* * * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.of(end));
        recurringScheduler.put(
                "acme", "r", new RecurrenceDefinition(when, false, MissedPolicy.SKIP, request("x")), "test");
        clock.advance(CLOCK_ERROR);
        recurringScheduler.plan();
        clock.stepBack(CLOCK_ERROR);
        runFor(Duration.ofMinutes(5));
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 5 + 2));
    }

    @Test
    void changeWhileClockIsAhead_takesEffectAfterCorrection() {
        put("* * * * *", "old");
        clock.advance(CLOCK_ERROR);
        put("* * * * *", "new");
        clock.stepBack(CLOCK_ERROR);
        runFor(Duration.ofMinutes(10));
        List<Instant> sent = sentWithin(Duration.ofHours(1));
        assertThat(sent).doesNotHaveDuplicates();
        // The faulty clock took the old occurrences for past; they end after three minutes.
        assertThat(sent).startsWith(FIRST, FIRST.plus(MINUTE)).endsWith(FIRST.plus(MINUTE.multipliedBy(11)));
        assertThat(sent).containsAll(minutes(FIRST.plus(MINUTE.multipliedBy(4)), 8));
        // It can be cancelled again, as usual.
        recurringScheduler.pause("acme", "r", true, "test");
        assertThat(sentWithin(Duration.ofHours(1))).allMatch(time -> time.isBefore(clock.instant()));
    }

    @Test
    void abandonedChangeWithClockAhead_delaysOnlyForAWhile() {
        put("* * * * *", "x");
        metadata.recurring().hold("acme", "r", clock.instant().plus(CLOCK_ERROR).plus(PlannerTiming.HOLD));
        runFor(Duration.ofMinutes(5));
        assertThat(schedules.times()).isEqualTo(minutes(FIRST, 5 + 2));
    }

    private List<Instant> sentWithin(Duration duration) {
        Instant end = START.plus(duration);
        return schedules.times().stream().filter(time -> time.isBefore(end)).toList();
    }

    @Test
    void scheduleOfUnknownType_sendsNothingAndBlocksNoOther() {
        recurringScheduler.put(
                "acme",
                "a",
                new RecurrenceDefinition(
                        definition("* * * * *", MissedPolicy.SKIP, "x").when(),
                        false,
                        MissedPolicy.SKIP,
                        "{\"to\":{\"user\":\"u\"},\"title\":\"typed\",\"type\":\"later\"}"),
                "test");
        put("* * * * *", "x");
        runFor(Duration.ofMinutes(3));
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
        runFor(Duration.ofMinutes(3));
        assertThat(schedules.toSend())
                .filteredOn(each -> each.notification().type().equals("later"))
                .isNotEmpty()
                .allMatch(each -> each.notification().priority() == Priority.BULK);
    }

    @Test
    void unreadableSchedule_blocksNoOther() throws SQLException {
        recurringScheduler.put("acme", "a", definition("* * * * *", MissedPolicy.SKIP, "a"), "test");
        put("* * * * *", "x");
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("update recurring_schedules set zone = 'Mars/Olympus_Mons' where name = 'a'");
        }
        runFor(Duration.ofMinutes(5));
        assertThat(sentBy("a")).isEqualTo(minutes(FIRST, 2));
        assertThat(sentBy("r")).isEqualTo(minutes(FIRST, 7));
    }

    /** Edits, pauses, failures and a second process, in random order. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void randomEvents_duplicateNothingAndLoseNothing(boolean failing) {
        for (int seed = 0; seed < 15; seed++) {
            Random random = new Random(seed);
            String name = "r" + seed;
            Instant from = clock.instant();
            recurringScheduler.put("acme", name, definition("* * * * *", MissedPolicy.SKIP, "0"), "test");
            for (int step = 0; step < 60; step++) {
                clock.advance(Duration.ofMillis(random.nextInt(40_000)));
                if (failing && random.nextInt(4) == 0) {
                    schedules.failNext();
                }
                tolerating(failing, () -> randomEvent(random, name));
                // A failed resume leaves it paused.
                tolerating(failing, () -> others.pause("acme", name, false, "test"));
            }
            List<Instant> sent = sentBy(name);
            assertThat(sent).as("seed %s", seed).doesNotHaveDuplicates();
            if (!failing) {
                int count = (int) Duration.between(from, clock.instant()).toMinutes();
                assertThat(sent).as("seed %s", seed).containsAll(minutes(nextMinute(from), count));
            }
            tolerating(failing, () -> recurringScheduler.delete("acme", name, "test"));
        }
    }

    private void randomEvent(Random random, String name) {
        boolean first = random.nextBoolean();
        RecurringScheduler one = first ? recurringScheduler : others;
        RecurringScheduler other = first ? others : recurringScheduler;
        String title = Integer.toString(random.nextInt());
        Runnable change = switch (random.nextInt(3)) {
            case 0 -> () -> other.put("acme", name, definition("* * * * *", MissedPolicy.SKIP, title), "test");
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

    private static void tolerating(boolean mayFail, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failed) {
            assertThat(mayFail).as("%s", failed).isTrue();
        }
    }

    private List<Instant> sentBy(String name) {
        return schedules.toSend().stream()
                .filter(each -> each.notification().source().equals("recurring:" + name))
                .map(ScheduledRequest::due)
                .toList();
    }

    private static Instant nextMinute(Instant time) {
        return time.plus(MINUTE).truncatedTo(ChronoUnit.MINUTES);
    }
}
