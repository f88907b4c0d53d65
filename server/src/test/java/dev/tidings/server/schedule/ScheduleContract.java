package dev.tidings.server.schedule;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.schedule.ScheduleWorld.Fired;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a schedule on any engine: rows are sent once, never early and never lost, and a cancel holds. */
abstract class ScheduleContract {
    @TempDir
    Path folder;

    final SteppedClock clock = new SteppedClock();
    ScheduleWorld world;
    private Engine engine;

    /** An engine without rows. */
    abstract Engine open(Path folder, SteppedClock clock);

    SchedulerOptions options() {
        return SchedulerOptions.alone(1, 100_000);
    }

    /** Shards are independent: in a burst, order holds only within each. */
    private void assertSentInOrder(List<Fired> fired, List<UUID> expected) {
        if (options().shards() == 1) {
            assertThat(fired).extracting(Fired::id).containsExactlyElementsOf(expected);
        } else {
            assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @BeforeEach
    void start() {
        engine = open(folder.resolve("tables"), clock);
        world = new ScheduleWorld(engine, clock, folder.resolve("log"), options());
    }

    @AfterEach
    void stop() {
        world.close();
        engine.close();
    }

    @Test
    void notification_isSentWhenDueAndNotBefore() {
        Instant due = world.in(ofSeconds(90));
        UUID id = world.add(due);

        assertThat(world.pass(ofSeconds(89).plusMillis(800))).isEmpty();
        List<Fired> fired = world.pass(ofSeconds(60));

        assertThat(fired).extracting(Fired::id).containsExactly(id);
        assertThat(fired.get(0).at()).isBetween(due, due.plusMillis(200));
        assertThat(fired.get(0).position()).isEqualTo(UuidV7.derived(due, id));
        assertThat(fired.get(0).repeated()).isFalse();
    }

    @Test
    void notificationDueImmediately_isNotMissed() {
        world.pass(ofSeconds(3));
        List<UUID> added = new ArrayList<>();
        List<Fired> fired = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            added.add(world.add(world.in(ofMillis(1 + 7 * i % 400))));
            fired.addAll(world.pass(ofMillis(20), ofMillis(10)));
        }
        fired.addAll(world.pass(ofSeconds(1)));

        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(added);
        assertThat(fired).noneMatch(Fired::repeated);
        assertThat(fired).allSatisfy(one -> assertThat(one.at()).isAfterOrEqualTo(UuidV7.time(one.position())));
    }

    @Test
    void overdueNotification_isSentAtOnce() {
        Instant due = world.in(ofHours(-3));
        UUID id = world.add(due);

        List<Fired> fired = world.pass(ofSeconds(1));

        assertThat(fired).extracting(Fired::id).containsExactly(id);
        assertThat(fired.get(0).position()).isEqualTo(UuidV7.derived(due, id));
        assertThat(fired.get(0).repeated()).as("may be added again elsewhere").isTrue();
    }

    @Test
    void notifications_areSentInDueOrder() {
        Instant first = world.in(ofSeconds(55));
        List<UUID> order = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            order.add(null);
        }
        for (int i = 39; i >= 0; i--) {
            order.set(i, world.add(first.plusMillis(250L * i)));
        }

        List<Fired> fired = world.pass(ofSeconds(90));

        assertThat(fired).extracting(Fired::id).containsExactlyElementsOf(order);
    }

    @Test
    void downtimeOfAnHour_losesNothing() {
        List<UUID> added = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            added.add(world.add(world.in(ofMinutes(1 + i).plusMillis(i))));
        }
        clock.advance(ofHours(1).plusMinutes(5));
        world.crash();

        assertSentInOrder(world.pass(ofSeconds(1)), added);
    }

    @Test
    void restart_marksWhatMayHaveBeenSent() {
        UUID before = world.add(world.in(ofSeconds(2)));
        UUID after = world.add(world.in(ofSeconds(30)));
        assertThat(world.pass(ofSeconds(3))).extracting(Fired::id).containsExactly(before);

        world.crash();
        List<Fired> fired = world.pass(ofSeconds(40));

        assertThat(fired).filteredOn(one -> one.id().equals(before)).allMatch(Fired::repeated);
        assertThat(fired)
                .filteredOn(one -> one.id().equals(after))
                .singleElement()
                .satisfies(one -> assertThat(one.repeated()).isFalse());
    }

    @Test
    void restart_readsNothingBehindTheCursor() {
        world.add(world.in(ofSeconds(2)));
        world.pass(ofSeconds(100));

        world.crash();

        assertThat(world.pass(ofSeconds(5))).isEmpty();
    }

    @Test
    void clockSetForward_losesNothing() {
        List<UUID> added = new ArrayList<>();
        for (int i = 1; i < 60; i++) {
            added.add(world.add(world.in(ofMinutes(i))));
        }
        clock.advance(ofHours(1));

        List<Fired> fired = world.settle();
        fired.addAll(world.pass(ofSeconds(20)));

        assertSentInOrder(fired, added);
    }

    @Test
    void clockSetBack_sendsNothingEarlyAndLosesNothing() {
        world.add(world.in(ofSeconds(1)));
        assertThat(world.pass(ofSeconds(30))).hasSize(1);

        clock.stepBack(ofHours(1));
        Instant due = world.in(ofMinutes(10));
        UUID id = world.mint();
        var added = world.schedules().add(List.of(world.timed(id, ScheduleWorld.TENANT, due)));
        world.settle();
        added.join();
        // A restart before it is due: only the stored cursor helps.
        world.crash();

        assertThat(world.pass(ofMinutes(9), ofSeconds(1))).extracting(Fired::id).doesNotContain(id);
        List<Fired> fired = world.pass(ofMinutes(2), ofSeconds(1));
        assertThat(fired).extracting(Fired::id).containsExactly(id);
        assertThat(fired.get(0).at()).isAfterOrEqualTo(due);
    }

    @Test
    void cancelledNotification_isNotSent() {
        UUID id = world.add(world.in(ofSeconds(20)));
        world.pass(ofSeconds(2));

        assertThat(world.schedules().cancel(ScheduleWorld.TENANT, id).join()).isEqualTo(new ScheduleChange.Cancelled());
        assertThat(world.schedules().cancel(ScheduleWorld.TENANT, id).join()).isEqualTo(new ScheduleChange.Cancelled());

        assertThat(world.pass(ofSeconds(60))).isEmpty();
        assertThat(world.schedules().cancel(ScheduleWorld.TENANT, id).join()).isEqualTo(new ScheduleChange.Cancelled());
        assertThat(world.schedules()
                        .find(ScheduleWorld.TENANT, id)
                        .join()
                        .orElseThrow()
                        .cancelled())
                .isTrue();
    }

    @Test
    void cancelOrMove_isTooLateShortlyBeforeDueAndAfter() {
        Instant due = world.in(ofSeconds(10));
        UUID id = world.add(due);
        world.pass(ofSeconds(9));

        assertThat(world.schedules().cancel(ScheduleWorld.TENANT, id).join())
                .isEqualTo(new ScheduleChange.TooLate(due));
        assertThat(world.schedules()
                        .move(ScheduleWorld.TENANT, id, world.in(ofHours(1)))
                        .join())
                .isEqualTo(new ScheduleChange.TooLate(due));

        assertThat(world.pass(ofSeconds(5))).extracting(Fired::id).containsExactly(id);
        assertThat(world.schedules().cancel(ScheduleWorld.TENANT, id).join())
                .isEqualTo(new ScheduleChange.TooLate(due));
    }

    @Test
    void movedNotification_isSentAtItsNewTimeOnly() {
        UUID later = world.add(world.in(ofSeconds(20)));
        UUID sooner = world.add(world.in(ofMinutes(10)));
        UUID back = world.add(world.in(ofSeconds(40)));
        Instant backDue = world.in(ofSeconds(40));
        world.pass(ofSeconds(1));
        Instant laterDue = world.in(ofMinutes(2));
        Instant soonerDue = world.in(ofSeconds(5));

        assertThat(world.schedules().move(ScheduleWorld.TENANT, later, laterDue).join())
                .isEqualTo(new ScheduleChange.Moved(laterDue));
        assertThat(world.schedules()
                        .move(ScheduleWorld.TENANT, sooner, soonerDue)
                        .join())
                .isEqualTo(new ScheduleChange.Moved(soonerDue));
        world.schedules().move(ScheduleWorld.TENANT, back, world.in(ofHours(2))).join();
        world.schedules().move(ScheduleWorld.TENANT, back, backDue).join();

        List<Fired> fired = world.pass(ofMinutes(12), ofSeconds(1));
        assertThat(fired).extracting(Fired::id).containsExactly(sooner, back, later);
        assertThat(fired)
                .extracting(Fired::position)
                .containsExactly(
                        UuidV7.derived(soonerDue, sooner),
                        UuidV7.derived(backDue, back),
                        UuidV7.derived(laterDue, later));
    }

    @Test
    void moveToTheNextMoment_isNotLost() {
        for (int i = 0; i < 20; i++) {
            UUID id = world.add(world.in(ofMinutes(30)));
            Instant due = world.in(ofMillis(1));
            var moved = world.schedules().move(ScheduleWorld.TENANT, id, due);
            List<Fired> fired = world.pass(ofMillis(10), ofMillis(1));
            assertThat(moved.join()).isInstanceOf(ScheduleChange.Moved.class);
            fired.addAll(world.pass(ofSeconds(1)));
            assertThat(fired).extracting(Fired::id).containsExactly(id);
        }
    }

    @Test
    void moveToTheSameTime_changesNothing() {
        Instant due = world.in(ofSeconds(20));
        UUID id = world.add(due);

        assertThat(world.schedules().move(ScheduleWorld.TENANT, id, due).join())
                .isEqualTo(new ScheduleChange.Moved(due));

        assertThat(world.pass(ofSeconds(30))).extracting(Fired::id).containsExactly(id);
    }

    @Test
    void cancelledNotification_staysCancelledWhenAddedAgain() {
        ScheduledRequest scheduledRequest = world.timed(world.mint(), ScheduleWorld.TENANT, world.in(ofSeconds(20)));
        world.schedules().add(List.of(scheduledRequest)).join();
        world.schedules()
                .cancel(ScheduleWorld.TENANT, scheduledRequest.notification().id())
                .join();
        world.pass(ofSeconds(30));

        world.schedules().add(List.of(scheduledRequest)).join();

        assertThat(world.pass(ofSeconds(5))).isEmpty();
    }

    @Test
    void emptyAdd_isAccepted() {
        world.schedules().add(List.of()).join();
        assertThat(world.pass(ofSeconds(1))).isEmpty();
    }

    @Test
    void notificationOfAnotherTenant_isNotFound() {
        UUID id = world.add(world.in(ofSeconds(20)));

        assertThat(world.schedules().cancel("other", id).join()).isEqualTo(new ScheduleChange.NotFound());
        assertThat(world.schedules().move("other", id, world.in(ofHours(1))).join())
                .isEqualTo(new ScheduleChange.NotFound());
        assertThat(world.schedules().find("other", id).join()).isEmpty();
        assertThat(world.pass(ofSeconds(30))).hasSize(1);
    }

    @Test
    void repeatedAdd_changesNothing() {
        ScheduledRequest moved = world.timed(world.mint(), ScheduleWorld.TENANT, world.in(ofSeconds(20)));
        ScheduledRequest cancelled = world.timed(world.mint(), ScheduleWorld.TENANT, world.in(ofSeconds(20)));
        world.schedules().add(List.of(moved, cancelled)).join();
        world.schedules()
                .move(ScheduleWorld.TENANT, moved.notification().id(), world.in(ofSeconds(50)))
                .join();
        world.schedules()
                .cancel(ScheduleWorld.TENANT, cancelled.notification().id())
                .join();

        world.schedules().add(List.of(moved, cancelled)).join();

        assertThat(world.pass(ofSeconds(45))).isEmpty();
        assertThat(world.pass(ofSeconds(15)))
                .extracting(Fired::id)
                .containsExactly(moved.notification().id());
    }

    @Test
    void shards_canBeAddedAtRuntime() {
        List<UUID> added = new ArrayList<>(world.addMany(20, ScheduleWorld.TENANT, world.in(ofSeconds(30))));
        world.pass(ofSeconds(1));
        ShardLayout grown = world.scheduler().grow(8);
        assertThat(grown.shards()).isEqualTo(8);
        List<Fired> fired = world.pass(ofMinutes(6), ofSeconds(1));
        added.addAll(world.addMany(40, ScheduleWorld.TENANT, world.in(ofSeconds(10))));

        fired.addAll(world.pass(ofSeconds(30)));

        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(added);
        assertThat(world.scheduler().grow(4)).as("never fewer").isEqualTo(grown);
    }

    @Test
    void burst_isSentOnceDespiteTheRepeatedScan() {
        List<UUID> added = world.addMany(3_500, ScheduleWorld.TENANT, world.in(ofSeconds(5)));

        List<Fired> fired = world.pass(ofSeconds(40));

        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(added);
    }

    @Test
    void newerRow_isLeftUntilAnUpgradeAndOthersAreSent() {
        Instant due = world.in(ofSeconds(70));
        UUID newer = world.add(due);
        StoredRow row = new StoredRow(world, newer, due);
        row.setRecordVersion(2);
        List<UUID> readable = List.of(
                world.add(due.minusSeconds(5)),
                world.add(due),
                world.add(due.plusSeconds(5)),
                world.add(due.plusSeconds(400)));

        List<Fired> fired = world.pass(ofMinutes(10), ofSeconds(1));
        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(readable);
        assertThat(row.cursor()).isBeforeOrEqualTo(due).isAfter(due.minusSeconds(120));

        world.crash();
        List<Fired> again = world.pass(ofMinutes(5), ofSeconds(1));
        assertThat(again).extracting(Fired::id).isSubsetOf(readable);
        assertThat(again).as("marked, so that routing deduplicates them").allMatch(Fired::repeated);
        assertThat(row.cursor()).isBeforeOrEqualTo(due);

        row.setRecordVersion(1);
        world.crash();
        assertThat(world.pass(ofMinutes(5), ofSeconds(1)))
                .extracting(Fired::id)
                .contains(newer)
                .doesNotHaveDuplicates();
        assertThat(row.cursor()).isAfter(due.plusSeconds(400));
    }

    @Test
    void rowWithANewerState_isLeftAndOthersAreSent() {
        Instant due = world.in(ofSeconds(70));
        UUID newer = world.add(due);
        StoredRow row = new StoredRow(world, newer, due);
        row.addState("of a newer version");
        List<UUID> readable = List.of(world.add(due), world.add(due.plusSeconds(300)));

        assertThat(world.pass(ofMinutes(8), ofSeconds(1)))
                .extracting(Fired::id)
                .containsExactlyInAnyOrderElementsOf(readable);
        assertThat(row.cursor()).isBeforeOrEqualTo(due);
    }
}
