package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.util.Optional;

/**
 * The bytes of a row's times in the data file. They are stored as differences to the smallest of the file, so their size depends on the
 * time span of one file: a compaction window, or the whole retention.
 *
 * @param timestamp of the write, in microseconds
 * @param ttl in seconds; 0 bytes if rows do not expire
 * @param expiry in seconds; 0 bytes if rows do not expire
 */
record StoredTimes(int timestamp, int ttl, int expiry) {
    /** The delay of a write after its anchor. The TTLs of rows written once differ by no more. */
    private static final Duration DELAY = Duration.ofMinutes(1);

    static StoredTimes of(Declaration table, double updatesPerRow) {
        Optional<Duration> life = table.ttl().map(Ttl::life);
        Duration file = table.compactionWindow().or(() -> life).orElse(Limits.HORIZON);
        int timestamp = size(file.toSeconds() * 1e6);
        if (life.isEmpty()) {
            return new StoredTimes(timestamp, 0, 0);
        }
        // An update carries the remaining TTL of its row, which is anywhere below the whole.
        boolean updated = updatesPerRow > 0;
        Duration ttls = updated ? life.get() : DELAY;
        Duration expiries = updated ? life.get() : file;
        return new StoredTimes(timestamp, size(ttls.toSeconds()), size(expiries.toSeconds()));
    }

    int perRow() {
        return timestamp + ttl + expiry;
    }

    /** The size of a difference in the middle of the range; all but a few per cent of the larger ones take as many bytes. */
    private static int size(double range) {
        return StoredSize.vint(range / 2);
    }
}
