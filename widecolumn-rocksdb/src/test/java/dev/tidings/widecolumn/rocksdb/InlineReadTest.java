package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of inline reads: pages in memory are read on the caller's thread, pages on disk and long scans by reader threads. */
class InlineReadTest {
    private static final int NOTES = 1_000;

    private final BlockableClock clock = new BlockableClock();

    @TempDir
    Path folder;

    @Test
    void pageInMemory_isReadOnTheCallersThread() {
        try (RocksEngine engine = open()) {
            fill(engine);
            assertThat(engine.read(page())).isCompleted();
            assertFirstTen(engine.read(page()));
        }
    }

    @Test
    void pageOnDisk_isReadByAReaderThread() throws Exception {
        try (RocksEngine engine = open()) {
            fill(engine);
            engine.compact();
        }
        try (RocksEngine engine = open()) {
            clock.hold();
            CompletableFuture<Page<Note>> answer = engine.read(page());
            clock.awaitReader();
            assertThat(answer).isNotDone();
            clock.release();
            assertFirstTen(answer);
            assertThat(engine.read(page()))
                    .as("the second read is served from memory")
                    .isCompleted();
        }
    }

    @Test
    void largePage_isReadByAReaderThread() throws Exception {
        try (RocksEngine engine = open()) {
            fill(engine);
            clock.hold();
            CompletableFuture<Page<Note>> answer = engine.read(Note.all(Note.KEPT, "b"));
            clock.awaitReader();
            assertThat(answer).isNotDone();
            clock.release();
            assertThat(answer.join().rows()).hasSize(NOTES);
        }
    }

    @Test
    void pageBehindManyDeletedRows_isReadByAReader() throws Exception {
        try (RocksEngine engine = open()) {
            fill(engine);
            for (int i = 0; i < NOTES - 10; i++) {
                engine.write(Note.KEPT.delete("b", Instant.ofEpochMilli(i))).join();
            }
            clock.hold();
            CompletableFuture<Page<Note>> answer = engine.read(page());
            clock.awaitReader();
            assertThat(answer).isNotDone();
            clock.release();
            assertThat(answer.join().rows()).hasSize(10);
        }
    }

    @Test
    void memoryIsSeldomTriedWhileReadsMiss() {
        CacheHitTracker luck = new CacheHitTracker();
        assertThat(luck.shouldTryMemory()).isTrue();
        for (int i = 0; i < 100; i++) {
            luck.record(false);
        }
        assertThat(tries(luck)).isBetween(1, 10);
        for (int i = 0; i < 100; i++) {
            luck.record(true);
        }
        assertThat(tries(luck)).isEqualTo(100);
    }

    private static int tries(CacheHitTracker luck) {
        int tries = 0;
        for (int i = 0; i < 100; i++) {
            tries += luck.shouldTryMemory() ? 1 : 0;
        }
        return tries;
    }

    private RocksEngine open() {
        return RocksEngine.open(TestConfig.in(folder).withClock(clock), Note.SCHEMA);
    }

    private static void fill(RocksEngine engine) {
        for (int i = 0; i < NOTES; i++) {
            engine.write(Note.KEPT.upsert(Note.of("b", Instant.ofEpochMilli(i), "note " + i)))
                    .join();
        }
    }

    private static Select<Note> page() {
        return Note.all(Note.KEPT, "b").limit(10);
    }

    private static void assertFirstTen(CompletableFuture<Page<Note>> answer) {
        Page<Note> page = answer.join();
        assertThat(page.rows()).hasSize(10);
        assertThat(page.rows().get(9).text()).isEqualTo("note 9");
        assertThat(page.next()).isPresent();
    }
}
