package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the future of an insert: cancelling it does not affect the write or other callers. */
class InsertFutureTest {
    private static final Note FIRST = Note.of("b", Instant.EPOCH, "first");
    private static final Note SECOND = Note.of("b", Instant.EPOCH, "second");

    @TempDir
    Path folder;

    @Test
    void cancelledInsert_neitherBlocksNorReordersTheRow() throws Exception {
        BlockableClock clock = new BlockableClock();
        try (RocksEngine engine = RocksEngine.open(TestConfig.in(folder).withClock(clock), Note.SCHEMA)) {
            clock.hold();
            CompletableFuture<InsertOutcome<Note>> first = engine.insertIfAbsent(Note.KEPT, FIRST);
            clock.awaitReader();
            first.cancel(true);
            CompletableFuture<InsertOutcome<Note>> second = engine.insertIfAbsent(Note.KEPT, SECOND);
            clock.release();
            assertThat(second.get(60, TimeUnit.SECONDS).existing())
                    .as("the first was in flight when it was cancelled")
                    .contains(FIRST);
            assertThat(engine.insertIfAbsent(Note.KEPT, SECOND)
                            .get(60, TimeUnit.SECONDS)
                            .existing())
                    .contains(FIRST);
        }
    }

    @Test
    void aFailureArrivesAsItIs() {
        RocksConfig full = TestConfig.in(folder).withReserveBytes(Long.MAX_VALUE / 2);
        try (RocksEngine engine = RocksEngine.open(full, Note.SCHEMA)) {
            assertThat(failure(engine.insertIfAbsent(Note.KEPT, FIRST)))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.DISK_FULL));
            assertThat(failure(engine.write(Note.KEPT.upsert(FIRST)))).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void aRowThatHasExpiredIsRefused() {
        Note expired = Note.of("b", Instant.parse("2020-01-01T00:00:00Z"), "long gone");
        try (RocksEngine engine = RocksEngine.open(TestConfig.in(folder), Note.SCHEMA)) {
            assertThatThrownBy(() -> engine.insertIfAbsent(Note.EXPIRING, expired))
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("TTL anchor due of notes: got 2020-01-01T00:00:00Z")
                    .hasMessageContaining("expected a time after ");
            Note living = Note.of("b", Instant.now().truncatedTo(ChronoUnit.MILLIS), "new");
            assertThat(engine.insertIfAbsent(Note.EXPIRING, living).join().inserted())
                    .isTrue();
        }
    }

    /** The failure of a future, as {@code whenComplete} receives it. */
    static Throwable failure(CompletableFuture<?> future) {
        AtomicReference<Throwable> told = new AtomicReference<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        future.whenComplete((ok, failure) -> {
            told.set(failure);
            done.complete(null);
        });
        done.orTimeout(60, TimeUnit.SECONDS).join();
        return told.get();
    }
}
