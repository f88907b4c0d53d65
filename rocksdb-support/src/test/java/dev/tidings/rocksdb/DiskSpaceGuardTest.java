package dev.tidings.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the disk space guard on a disk whose free space is set. */
class DiskSpaceGuardTest {
    private static final Path FOLDER = Path.of("data");
    private static final int UNREADABLE = -1;

    private long free = 100;
    private int reads;
    private long now;
    private final DiskSpaceGuard guard = new DiskSpaceGuard(FOLDER, 100, 110, this::read, () -> now);

    private long read() throws IOException {
        reads++;
        if (free == UNREADABLE) {
            throw new IOException("gone");
        }
        return free;
    }

    @Test
    void spaceBelowTheReserve_isAShortage() {
        assertThat(guard.shortage()).isEmpty();
        become(99);
        assertThat(guard.shortage()).contains(new DiskSpaceGuard.Shortage(FOLDER, 99, 100));
    }

    @Test
    void shortage_endsAtTheHigherLimit() {
        become(99);
        assertThat(guard.shortage()).isPresent();
        become(109);
        assertThat(guard.shortage()).isPresent();
        become(110);
        assertThat(guard.shortage()).isEmpty();
        become(100);
        assertThat(guard.shortage()).isEmpty();
    }

    @Test
    void unreadableSpace_isAShortage() {
        become(UNREADABLE);
        assertThat(guard.shortage()).contains(new DiskSpaceGuard.Shortage(FOLDER, 0, 100));
    }

    @Test
    void disk_isAskedOncePerInterval() {
        for (int i = 0; i < 100; i++) {
            guard.shortage();
        }
        assertThat(reads).isEqualTo(1);
        become(100);
        guard.shortage();
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void realDisk_hasFreeSpace(@TempDir Path folder) throws Exception {
        assertThat(new DiskSpaceGuard(folder, 1, 1).shortage()).isEmpty();
        assertThat(new DiskSpaceGuard(folder, Long.MAX_VALUE, Long.MAX_VALUE).shortage())
                .hasValueSatisfying(found -> assertThat(found.freeBytes()).isPositive());
    }

    /** Sets the free space, and lets the interval pass after which it is read. */
    private void become(long bytes) {
        free = bytes;
        now += Duration.ofMillis(20).toNanos();
    }
}
