package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads a shard from bucket to bucket, ahead of the clock by a little, into the queue of what is to be sent. A line that has very
 * much due at once is passed over after a while and read again from there when it has become shorter, so that others do not wait
 * until all of it is sent. For one thread; how far it has read may be asked by any.
 */
final class Scan {
    private static final UUID FIRST = new UUID(0, 0);

    private final BucketReader reader;
    private final Intake intake;
    private final int mostOfLine;
    private final Map<Line, Key> passedOver = new HashMap<>();
    private volatile Instant readTo;
    private Instant sliceFrom;
    private String sliceNext;
    private Key lastRead;
    private long rowsOfBucket;

    /**
     * A place among the rows.
     *
     * @param page how to go on behind it; null if that is to be looked for
     */
    private record Key(Instant at, UUID id, String page) {
        Key goingOnAt(String next) {
            return new Key(at, id, next);
        }

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

    /** Reads on for lines that were passed over and have room again; some pages, since others have rows in between. */
    void fetchPassedOver(int pages) {
        int left = pages;
        for (Line line : List.copyOf(passedOver.keySet())) {
            if (left > 0 && intake.waiting(line) <= mostOfLine / 2) {
                left -= fetch(line, left);
            }
        }
    }

    /** @return how many pages it has read */
    private int fetch(Line line, int pages) {
        int read = 0;
        while (read < pages && passedOver.containsKey(line)) {
            Key from = passedOver.get(line);
            Instant end = BucketReader.end(from.at);
            Instant to = end.isBefore(readTo) ? end : readTo;
            if (!from.at.isBefore(to)) {
                passedOver.remove(line);
                break;
            }
            BucketReader.Rows page = reader.read(from.at, to, from.page);
            read++;
            for (ScheduledNotificationRow row : page.rows()) {
                Key key = key(row);
                if (sliceNext != null && key.isAfter(lastRead)) {
                    // From here on it has not been passed over, it is still to be read.
                    passedOver.remove(line);
                    return read;
                }
                if (from.isAfter(key) || !Due.line(row).equals(line)) {
                    continue;
                }
                if (intake.waiting(line) >= mostOfLine) {
                    passedOver.put(line, key);
                    return read;
                }
                intake.take(row);
            }
            // After each page: if the next can't be read, these are not read again, and what is written among them is
            // new.
            Key last = page.next() == null
                    ? new Key(to, FIRST, null)
                    : key(last(page)).goingOnAt(page.next());
            passedOver.put(line, last);
        }
        return read;
    }

    private static ScheduledNotificationRow last(BucketReader.Rows page) {
        return page.rows().get(page.rows().size() - 1);
    }

    /** Whether it comes later in the bucket that is being read. */
    boolean willRead(ScheduledNotificationRow row) {
        return sliceNext != null && !row.scheduledAt().isBefore(sliceFrom) && key(row).isAfter(lastRead);
    }

    /** Whether the row waits to be read again. */
    boolean passedOver(ScheduledNotificationRow row) {
        Key from = passedOver.get(Due.line(row));
        return from != null && !from.isAfter(key(row));
    }

    /** Everything before this was read, but for what was passed over. */
    Instant readWholly() {
        return sliceNext == null ? readTo : lastRead.at;
    }

    /** The earliest time at which something may not have been read yet. */
    Instant oldestUnread() {
        Instant oldest = readWholly();
        for (Key key : passedOver.values()) {
            oldest = key.at.isBefore(oldest) ? key.at : oldest;
        }
        return oldest;
    }

    private static Key key(ScheduledNotificationRow row) {
        return new Key(row.scheduledAt(), row.notificationId(), null);
    }
}
