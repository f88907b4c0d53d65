package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests for leaks: opening and closing leaves no open file and no thread behind. */
class NativeHandlesTest {
    @TempDir
    Path folder;

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "counts open files in /proc")
    void everyOpeningGivesBackItsFilesAndThreads() throws Exception {
        useOnce();
        long files = openFiles();
        int threads = Thread.activeCount();
        for (int i = 0; i < 20; i++) {
            useOnce();
        }
        assertThat(openFiles()).isLessThanOrEqualTo(files);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
    }

    private void useOnce() {
        try (RocksEngine engine = RocksEngine.open(TestConfig.in(folder), Note.SCHEMA)) {
            engine.write(Note.KEPT.upsert(Note.of("b", Instant.EPOCH, "x"))).join();
            engine.read(Note.all(Note.KEPT, "b")).join();
            engine.insertIfAbsent(Note.KEPT, Note.of("b", Instant.EPOCH, "y")).join();
        }
    }

    private static long openFiles() throws Exception {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
