package dev.tidings.server.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.UuidV7;
import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of id generation: strictly increasing across threads, restarts, crashes and clock steps. */
class IdGeneratorTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(START);
    private Path file;

    @BeforeEach
    void chooseFile() {
        file = folder.resolve("id-floor");
    }

    @Test
    void ids_riseWithinAMillisecondAndCarryTheTime() {
        try (IdGenerator mint = new IdGenerator(clock, file)) {
            List<UUID> ids = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                ids.add(mint.next());
            }
            assertThat(ids).isSorted().doesNotHaveDuplicates();
            assertThat(UuidV7.time(ids.get(0))).isEqualTo(START);
        }
    }

    @Test
    void horizon_isThatOfTheClockBeforeTheFirstId() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (IdGenerator mint = new IdGenerator(clock, file)) {
                assertThat(mint.horizon()).isBetween(START, START.plus(Duration.ofHours(1)));
            }
            assertThat(Long.parseLong(Files.readString(file).trim())).isLessThanOrEqualTo(START.toEpochMilli());
        }
    }

    @Test
    void skippedTime_hasNoFurtherIds() {
        try (IdGenerator mint = new IdGenerator(clock, file)) {
            mint.next();
            mint.skipTo(START.plusMillis(5));
            assertThat(UuidV7.time(mint.next())).isEqualTo(START.plusMillis(5));
            mint.skipTo(START);
            assertThat(UuidV7.time(mint.next())).isEqualTo(START.plusMillis(5));
        }
    }

    @Test
    void ids_riseWhenTheClockStepsBack() {
        try (IdGenerator mint = new IdGenerator(clock, file)) {
            UUID before = mint.next();
            clock.stepBack(Duration.ofHours(1));
            assertThat(mint.next()).isGreaterThan(before);
        }
    }

    @Test
    void ids_riseAcrossARestartWithTheClockSetBack() {
        UUID last;
        try (IdGenerator mint = new IdGenerator(clock, file)) {
            mint.next();
            clock.advance(Duration.ofSeconds(1));
            last = mint.next();
        }
        clock.stepBack(Duration.ofDays(1));
        try (IdGenerator mint = new IdGenerator(clock, file)) {
            UUID next = mint.next();
            assertThat(next).isGreaterThan(last);
            assertThat(UuidV7.time(next)).isEqualTo(UuidV7.time(last).plusMillis(1));
        }
    }

    @Test
    void unusedMint_leavesNoTrace() {
        try (IdGenerator unused = new IdGenerator(clock, file)) {
            assertThat(unused.horizon()).isEqualTo(START.plusSeconds(60));
        }
        try (IdGenerator next = new IdGenerator(clock, file)) {
            assertThat(UuidV7.time(next.next())).isEqualTo(START);
        }
    }

    @Test
    void ids_riseAfterACrashWithTheClockSetBack() throws IOException {
        IdGenerator crashed = new IdGenerator(clock, file);
        UUID last = crashed.next();
        for (int second = 0; second < 10; second++) {
            clock.advance(Duration.ofMillis(700));
            last = crashed.next();
        }
        // A copy of the file, as a crash leaves it: the open mint may still write the original.
        Path left = Files.copy(file, folder.resolve("left-behind"));
        clock.stepBack(Duration.ofDays(1));
        try (IdGenerator mint = new IdGenerator(clock, left)) {
            assertThat(mint.next()).isGreaterThan(last);
        }
    }

    @Test
    void concurrentIds_areUnique() throws InterruptedException {
        ConcurrentSkipListSet<UUID> ids = new ConcurrentSkipListSet<>();
        try (IdGenerator mint = new IdGenerator(clock, file)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    for (int n = 0; n < 10_000; n++) {
                        ids.add(mint.next());
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(ids).hasSize(40_000);
    }

    @Test
    void damagedFloorFile_isRefused() throws Exception {
        Files.writeString(file, "yesterday");
        assertThatThrownBy(() -> new IdGenerator(clock, file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("expected a number");
    }
}
