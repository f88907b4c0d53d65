package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;

/**
 * Reads a shard from bucket to bucket, ahead of the clock by a little, into the queue of what is to be sent. A line that has very
 * much due at once is passed over after a while and read again from there when it has become shorter, so that others do not wait
 * until all of it is sent. For one thread; how far it has read may be asked by any.
 */
final class Scan {
    private final BucketReader reader;
    private final Intake intake;
    private final int mostOfLine;
    private final Map<Line, Key> passedOver = new HashMap<>();
    private volatile Instant readTo;
    private Instant sliceFrom;
    private String sliceNext;
    private Key lastRead;
    private long rowsOfBucket;

    private record Key(Instant at, UUID id) {
        boolean isAfter(Key other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime > 0 : compareUnsigned(id, other.id) > 0;
        }

        /** As tables sort them: the versions are all the same. */
        private static int compareUnsigned(UUID a, UUID b) {
            int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
            return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
        }
    }

    /** Where rows go that are to be sent. */
    interface Intake {
        void take(ScheduledNotificationRow row);

        int waiting(Line line);

        /** So many rows were in a bucket. */
        void bucket(long rows);
    }

    /** @param mostOfLine how many of one line are read before the rest of it is passed over */
    Scan(BucketReader reader, Instant from, int mostOfLine, Intake intake) {
        this.reader = reader;
        this.readTo = from;
        this.mostOfLine = mostOfLine;
        this.intake = intake;
    }

    /** Whatever is due before this, and is written by now, was read or is being read; rows written from now on may be missed. */
    Instant readTo() {
        return readTo;
    }

    /** Goes back, or ahead, and reads from there. */
    void jump(Instant to) {
        readTo = to;
        sliceNext = null;
        passedOver.clear();
    }

    /** Whether all that is due before this was read. */
    boolean isAt(Instant target) {
        return sliceNext == null && !readTo.isBefore(target);
    }

    /** Reads some rows, none due at or after the target. */
    void step(Instant target) {
        if (sliceNext == null) {
            Instant end = BucketReader.end(readTo);
            sliceFrom = readTo;
            // Before the rows are read: whoever writes a row and then finds this behind it knows that it will be read.
            readTo = end.isBefore(target) ? end : target;
        }
        String after = sliceNext;
        BucketReader.Rows page;
        try {
            page = reader.read(sliceFrom, readTo, after);
        } catch (RuntimeException e) {
            if (after == null) {
                readTo = sliceFrom;
            }
            throw e;
        }
        sliceNext = page.next();
        rowsOfBucket += page.rows().size();
        if (sliceNext == null && readTo.equals(BucketReader.end(sliceFrom))) {
            intake.bucket(rowsOfBucket);
            rowsOfBucket = 0;
        }
        for (ScheduledNotificationRow row : page.rows()) {
            lastRead = key(row);
            Line line = Due.line(row);
            if (passedOver.containsKey(line)) {
                continue;
            }
            if (intake.waiting(line) >= mostOfLine) {
                passedOver.put(line, lastRead);
            } else {
                intake.take(row);
            }
        }
    }

    /** Reads on for lines that were passed over and have room again. */
    void fetchPassedOver() {
        for (Iterator<Map.Entry<Line, Key>> all = passedOver.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Line, Key> one = all.next();
            if (intake.waiting(one.getKey()) <= mostOfLine / 2) {
                Key stopped = fetch(one.getKey(), one.getValue());
                if (stopped == null) {
                    all.remove();
                } else {
                    one.setValue(stopped);
                }
            }
        }
    }

    /** Where it stopped because the line was full again; null if everything that was passed over is there. */
    private Key fetch(Line line, Key from) {
        Instant at = from.at;
        while (at.isBefore(readTo)) {
            Instant end = BucketReader.end(at);
            Instant to = end.isBefore(readTo) ? end : readTo;
            String next = null;
            do {
                BucketReader.Rows page = reader.read(at, to, next);
                next = page.next();
                for (ScheduledNotificationRow row : page.rows()) {
                    Key key = key(row);
                    if (sliceNext != null && key.isAfter(lastRead)) {
                        // From here on it has not been passed over, it is still to be read.
                        return null;
                    }
                    if (!Due.line(row).equals(line) || from.isAfter(key)) {
                        continue;
                    }
                    if (intake.waiting(line) >= mostOfLine) {
                        return key;
                    }
                    intake.take(row);
                }
            } while (next != null);
            at = to;
        }
        return null;
    }

    /** Whether the row waits to be read again. */
    boolean passedOver(ScheduledNotificationRow row) {
        Key from = passedOver.get(Due.line(row));
        return from != null && !from.isAfter(key(row));
    }

    /** The earliest time at which something may not have been read yet. */
    Instant oldestUnread() {
        Instant oldest = sliceNext == null ? readTo : lastRead.at;
        for (Key key : passedOver.values()) {
            oldest = key.at.isBefore(oldest) ? key.at : oldest;
        }
        return oldest;
    }

    private static Key key(ScheduledNotificationRow row) {
        return new Key(row.scheduledAt(), row.notificationId());
    }
}
