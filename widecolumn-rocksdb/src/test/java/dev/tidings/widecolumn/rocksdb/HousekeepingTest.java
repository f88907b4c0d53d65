package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fragments that no longer matter go, and nothing a reader can see changes by it. */
class HousekeepingTest {
    private static final Instant DUE = Instant.EPOCH;

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private RocksEngine engine;

    @BeforeEach
    void open() {
        engine = RocksEngine.open(TestConfig.in(folder).withClock(clock), Note.SCHEMA);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void overwrittenFragmentsGoOnceARowIsReadInManyPieces() {
        for (int i = 0; i < 100; i++) {
            engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "version " + i))
                    .join();
        }
        engine.write(Note.KEPT.update("b", DUE).put(Note.MARKS, "x", "1")).join();
        Note before = read();

        engine.housekeep();

        assertThat(engine.fragments(Note.KEPT)).isEqualTo(2);
        assertThat(read()).isEqualTo(before).isEqualTo(new Note("b", DUE, "version 99", Map.of("x", "1")));
    }

    @Test
    void cellsOfDifferentWritesAreAllKept() {
        for (int i = 0; i < 20; i++) {
            engine.write(Note.KEPT.update("b", DUE).put(Note.MARKS, "m" + i, "v"))
                    .join();
        }
        read();
        engine.housekeep();
        assertThat(read().marks()).hasSize(20);
    }

    @Test
    void aDeleteHidesLateWritesUntilItIsForgottenTogetherWithThem() {
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "old").at(100)).join();
        engine.write(Note.KEPT.delete("b", DUE).at(200)).join();
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "late").at(150)).join();
        assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).isEmpty();

        clock.advance(Housekeeper.DELETES_REMEMBERED.minusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isEqualTo(3);

        clock.advance(Duration.ofSeconds(2));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isZero();
        assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).isEmpty();
    }

    @Test
    void aRowWrittenAfterItsDeleteOutlivesTheDelete() {
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "old")).join();
        engine.write(Note.KEPT.delete("b", DUE)).join();
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "new")).join();
        clock.advance(Housekeeper.DELETES_REMEMBERED.plusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isEqualTo(1);
        assertThat(read().text()).isEqualTo("new");
    }

    @Test
    void aSecondDeleteIsRememberedForItsOwnTime() {
        engine.write(Note.KEPT.delete("b", DUE).at(100)).join();
        clock.advance(Duration.ofDays(6));
        engine.write(Note.KEPT.delete("b", DUE).at(200)).join();
        clock.advance(Duration.ofDays(6));
        engine.housekeep();
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "late").at(150)).join();
        assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).isEmpty();
    }

    private Note read() {
        return engine.readOne(Note.KEPT.select(Note.ONE, "b", DUE)).join().orElseThrow();
    }
}
