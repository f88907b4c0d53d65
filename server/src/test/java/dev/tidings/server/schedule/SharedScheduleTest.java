package dev.tidings.server.schedule;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.server.schedule.ScheduleWorld.Fired;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The schedule contract with several sweeping processes, and tests of their succession. */
class SharedScheduleTest extends ScheduleContract {
    @Override
    Engine open(Path folder, SteppedClock clock) {
        return RocksEngine.open(
                RocksConfig.in(folder).withMemory(8 << 20, 8 << 20).withClock(clock), TidingsSchema.SCHEMA);
    }

    @Override
    SchedulerOptions options() {
        return SchedulerOptions.shared(2, 100_000);
    }

    @Test
    void oneProcess_sweepsWhileTheOtherWaits() {
        Scheduler other = world.open();
        List<UUID> added = world.addMany(50, ScheduleWorld.TENANT, world.in(ofSeconds(3)));
        List<UUID> addedThere = addThere(other, 50);

        List<Fired> fired = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            other.round();
            fired.addAll(world.pass(ofMillis(200)));
        }

        added.addAll(addedThere);
        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(added);
    }

    @Test
    void stalledOwner_isSucceededAndFindsOut() {
        world.pass(ofSeconds(1));
        Scheduler stalled = world.scheduler();
        Scheduler other = world.open();
        // Read by the stalled process and not sent yet.
        List<UUID> read = world.addMany(10, ScheduleWorld.TENANT, world.in(ofMillis(400)));
        List<UUID> later = world.addMany(10, ScheduleWorld.TENANT, world.in(ofSeconds(20)));
        stalled.round();

        world.use(other);
        List<Fired> fired = world.pass(ofSeconds(15));

        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(read);
        world.use(stalled);
        List<Fired> again = world.settle();
        assertThat(again).extracting(Fired::id).isSubsetOf(read);
        assertThat(again).as("marked, so that routing deduplicates them").allMatch(Fired::repeated);
        for (int i = 0; i < 2; i++) {
            assertThat(stalled.sweeperOf(new ShardId(1, i)))
                    .as("the stalled owner has dropped its shards")
                    .isEmpty();
        }
        world.use(other);
        assertThat(world.pass(ofMinutes(1))).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(later);
    }

    /** A row taken by the previous owner can't be cancelled through the next. */
    @Test
    void cancel_survivesASuccession() {
        UUID cancelled = world.add(world.in(ofSeconds(30)));
        UUID taken = world.add(world.in(ofMillis(400)));
        world.scheduler().round();
        Scheduler other = world.open();

        assertThat(other.schedules().cancel(ScheduleWorld.TENANT, cancelled).join())
                .isEqualTo(new ScheduleChange.Cancelled());
        assertThat(other.schedules().cancel(ScheduleWorld.TENANT, taken).join())
                .isInstanceOf(ScheduleChange.TooLate.class);

        world.use(other);
        assertThat(world.pass(ofMinutes(1))).extracting(Fired::id).containsExactly(taken);
    }

    /** Its stage can't tell that a process was paused before it sent the record. */
    @Test
    void delayedRecord_isAlwaysMarked() {
        Lane push = new Lane(Stage.PUSH, Priority.NORMAL);
        LogEntry entry = new LogEntry(push, 0, ScheduleWorld.TENANT, new byte[] {RecordHeader.VERSION, 0});
        world.scheduler()
                .delayQueue()
                .addRecords(List.of(new DelayedRecord(world.mint(), world.in(ofSeconds(3)), entry)))
                .join();
        world.pass(ofSeconds(5));
        assertThat(world.takeOther(Stage.PUSH)).hasSize(1).allMatch(RecordHeader::isRedelivered);
    }

    private List<UUID> addThere(Scheduler other, int count) {
        List<UUID> ids = new ArrayList<>();
        List<ScheduledRequest> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            UUID id = world.mint();
            ids.add(id);
            all.add(world.timed(id, ScheduleWorld.TENANT, world.in(ofSeconds(4))));
        }
        other.schedules().add(all).join();
        return ids;
    }
}
