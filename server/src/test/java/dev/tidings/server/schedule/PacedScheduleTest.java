package dev.tidings.server.schedule;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.schedule.ScheduleWorld.Fired;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of back-pressure from routing: rows wait in the schedule, and tenants do not wait for each other. */
class PacedScheduleTest {
    private static final int MAX_WAITING = 500;
    /** Rows that may be in flight when the backlog reaches its limit. */
    private static final int MAX_IN_FLIGHT = 4_000;

    private static final int ROUTED_PER_TURN = 100;

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private Engine engine;
    private ScheduleWorld world;
    private long maxBacklog;

    @BeforeEach
    void start() {
        engine = RocksEngine.open(
                RocksConfig.in(folder.resolve("tables"))
                        .withMemory(8 << 20, 8 << 20)
                        .withClock(clock),
                TidingsSchema.SCHEMA);
        world = new ScheduleWorld(engine, clock, folder.resolve("log"), SchedulerOptions.alone(1, MAX_WAITING));
    }

    @AfterEach
    void stop() {
        world.close();
        engine.close();
    }

    @Test
    void downtimeOfAnHour_isCaughtUpInOrderAndThrottled() {
        List<UUID> added = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            added.addAll(world.addMany(1_000, ScheduleWorld.TENANT, world.in(ofSeconds(170L * (i + 1)))));
        }
        clock.advance(ofHours(1));
        world.crash();

        List<Fired> fired = routeSlowly(added.size());

        assertThat(fired).extracting(Fired::id).containsExactlyInAnyOrderElementsOf(added);
        assertThat(fired.stream().map(one -> UuidV7.time(one.position())).toList())
                .isSorted();
        assertThat(maxBacklog)
                .as("backlog of routing")
                .isBetween((long) MAX_WAITING, (long) MAX_WAITING + MAX_IN_FLIGHT);
    }

    @Test
    void clockSetBackDuringABurst_losesNothing() {
        List<UUID> many = world.addMany(30_000, ScheduleWorld.TENANT, world.in(ofSeconds(2)));
        clock.advance(ofSeconds(30));
        for (int i = 0; i < 20; i++) {
            world.scheduler().round();
        }

        clock.stepBack(ofSeconds(6));
        Set<UUID> fired = new HashSet<>();
        while (fired.size() < many.size()) {
            routeSlowly(many.size() - fired.size()).forEach(one -> fired.add(one.id()));
        }

        assertThat(fired).containsExactlyInAnyOrderElementsOf(many);
    }

    @Test
    void burstOfOneTenant_doesNotDelayAnother() {
        Instant due = world.in(ofSeconds(2));
        List<UUID> many = world.addMany(50_000, "much", due);
        UUID one = world.add("little", due.plusMillis(1));
        clock.advance(ofSeconds(3));

        List<Fired> fired = routeSlowly(many.size() + 1);

        assertThat(fired)
                .filteredOn(f -> f.tenant().equals("much"))
                .extracting(Fired::id)
                .satisfies(ids -> {
                    Set<UUID> once = new HashSet<>(ids);
                    assertThat(ids).hasSameSizeAs(once);
                    assertThat(once).isEqualTo(new HashSet<>(many));
                });
        assertThat(fired.stream().map(Fired::id).toList().indexOf(one)).isBetween(0, MAX_WAITING + MAX_IN_FLIGHT);
    }

    /** Routes a few records per turn, until so many have come. */
    private List<Fired> routeSlowly(int count) {
        List<Fired> fired = new ArrayList<>();
        for (int turn = 0; fired.size() < count; turn++) {
            assertThat(turn).as("turns for " + fired.size() + " of " + count).isLessThan(count);
            world.scheduler().round();
            maxBacklog = Math.max(maxBacklog, world.backlog());
            fired.addAll(world.take(ROUTED_PER_TURN));
            clock.advance(ofMillis(2));
            world.nanos.addAndGet(ofMillis(2).toNanos());
        }
        return fired;
    }
}
