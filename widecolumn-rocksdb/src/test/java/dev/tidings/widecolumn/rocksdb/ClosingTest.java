package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of closing: nothing native is freed during a call, and every call completes. A mistake crashes the process of the test. */
class ClosingTest {
    @TempDir
    Path folder;

    @Test
    void anInterruptedThreadStillCloses() {
        RocksEngine engine = RocksEngine.open(TestConfig.in(folder).withDurability(Durability.FSYNC), Note.SCHEMA);
        List<CompletableFuture<?>> underWay = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Note note = Note.of("b", Instant.ofEpochMilli(i), "x");
            underWay.add(engine.write(Note.KEPT.upsert(note)));
            underWay.add(engine.read(Note.all(Note.KEPT, "b")));
            underWay.add(engine.insertIfAbsent(Note.KEPT, note));
        }
        Thread.currentThread().interrupt();
        engine.close();
        assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
        assertThat(underWay).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void aClosedEngineRefusesHousekeeping() {
        RocksEngine engine = open();
        engine.close();
        assertClosed(engine::compact);
        assertClosed(engine::housekeep);
        assertClosed(() -> engine.fragments(Note.KEPT));
        assertClosed(() -> engine.backup(folder.resolve("backups")));
        assertClosed(() -> engine.checkpoint(folder.resolve("copy")));
    }

    @Test
    void callsDuringClose_complete() throws Exception {
        for (int round = 0; round < 10; round++) {
            RocksEngine engine = open();
            for (int i = 0; i < 50; i++) {
                engine.write(Note.KEPT.upsert(Note.of("b", Instant.ofEpochMilli(i), "x")))
                        .join();
            }
            ConcurrentLinkedQueue<CompletableFuture<Page<Note>>> reads = new ConcurrentLinkedQueue<>();
            AtomicInteger rounds = new AtomicInteger();
            Thread reader = new Thread(() -> untilClosed(() -> {
                reads.add(engine.read(Note.all(Note.KEPT, "b").limit(1)));
                // Leaves the pool idle repeatedly, which is when it could lose a read.
                Thread.onSpinWait();
                return reads.size() < 5000 && engine.check().ok();
            }));
            Thread chores = new Thread(() -> untilClosed(() -> {
                engine.compact();
                engine.fragments(Note.KEPT);
                rounds.incrementAndGet();
                return true;
            }));
            reader.start();
            chores.start();
            while (rounds.get() == 0) {
                Thread.sleep(1);
            }
            engine.close();
            reader.join();
            chores.join();
            for (CompletableFuture<Page<Note>> read : reads) {
                assertThat(read.handle((page, failure) -> "answered").get(60, TimeUnit.SECONDS))
                        .isEqualTo("answered");
            }
        }
    }

    @Test
    void aCallThatDoesNotEndKeepsTheDatabaseOpen() throws Exception {
        BlockableClock clock = new BlockableClock();
        RocksEngine engine = RocksEngine.open(TestConfig.in(folder).withClock(clock), Note.SCHEMA);
        Note note = Note.of("b", Instant.EPOCH, "x");
        engine.write(Note.KEPT.upsert(note)).join();
        clock.hold();
        CompletableFuture<Page<Note>> read = engine.read(Note.all(Note.KEPT, "b"));
        clock.awaitReader();
        engine.close(Duration.ofMillis(50));
        assertThat(read).isNotDone();
        clock.release();
        assertThat(read.get(60, TimeUnit.SECONDS).rows()).containsExactly(note);
    }

    private interface Step {
        boolean goOn();
    }

    private static void untilClosed(Step step) {
        try {
            while (step.goOn()) {}
        } catch (StoreException e) {
            assertThat(e.reason()).isEqualTo(StoreException.Reason.CLOSED);
        }
    }

    private static void assertClosed(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CLOSED));
    }

    private RocksEngine open() {
        return RocksEngine.open(TestConfig.in(folder), Note.SCHEMA);
    }
}
