package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.util.Optional;

/**
 * Bytes for the times of a row in the data file. They are stored as differences to the smallest of the file, so what counts is
 * how far apart the rows of one file are: a compaction window, or all the time that is kept.
 *
 * @param timestamp of the write, in microseconds
 * @param ttl in seconds; 0 bytes if rows do not expire
 * @param expiry in seconds; 0 bytes if rows do not expire
 */
record StoredTimes(int timestamp, int ttl, int expiry) {
    /** How much later than its anchor a row may be written. It is all that the TTLs of rows written once differ by. */
    private static final Duration DELAY = Duration.ofMinutes(1);

    static StoredTimes of(Declaration table, double updatesPerRow) {
        Optional<Duration> life = table.ttl().map(Ttl::life);
        Duration file = table.compactionWindow().or(() -> life).orElse(Limits.HORIZON);
        int timestamp = size(file.toSeconds() * 1e6);
        if (life.isEmpty()) {
            return new StoredTimes(timestamp, 0, 0);
        }
        // An update carries what is left of the life of its row, so it may lie anywhere below the whole.
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
