package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The first scan of a shard for the {@link ShardReader}: reads it bucket by bucket, slightly ahead of the clock, and passes each row to a
 * sink. A tenant and lane with very many rows waiting is skipped and fetched when it has drained, so that others do not wait for it. For
 * one thread; {@link #readTo} may be called by any.
 */
final class BucketScan {
    private static final UUID FIRST = new UUID(0, 0);
    /** Further rows of a tenant and lane with this many rows in memory are skipped, and fetched later. */
    private static final int MAX_PER_LANE = 8 * BucketReader.PAGE;

    private final BucketReader reader;
    private final DueQueue waiting;
    private final ScheduleMeters meters;
    private final Consumer<ScheduledNotificationRow> sink;
    private final Map<TenantLane, Key> skipped = new HashMap<>();
    private volatile Instant readTo;
    private Instant sliceFrom;
    private String sliceNext;
    private Key lastRead;
    private long rowsOfBucket;

    /**
     * A position among the rows.
     *
     * @param page the page token behind it; null to seek by key
     */
    private record Key(Instant at, UUID id, String page) {
        Key goingOnAt(String next) {
            return new Key(at, id, next);
        }

        boolean isAfter(Key other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime > 0 : compareUnsigned(id, other.id) > 0;
        }

        /** Unsigned, as tables sort them; all UUIDs have the same version. */
        private static int compareUnsigned(UUID a, UUID b) {
            int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
            return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
        }
    }

    /** @param waiting the rows of each tenant and lane that were read and not yet sent */
    BucketScan(
            BucketReader reader,
            Instant from,
            DueQueue waiting,
            ScheduleMeters meters,
            Consumer<ScheduledNotificationRow> sink) {
        this.reader = reader;
        this.readTo = from;
        this.waiting = waiting;
        this.meters = meters;
        this.sink = sink;
    }

    /** Every row due before this and already written was read or is being read; rows written from now on may be missed. */
    Instant readTo() {
        return readTo;
    }

    /** Continues reading from another time, back or ahead. */
    void seek(Instant to) {
        readTo = to;
        sliceNext = null;
        skipped.clear();
    }

    /** Whether everything due before this was read. */
    boolean isAt(Instant target) {
        return sliceNext == null && !readTo.isBefore(target);
    }

    /** Reads a page, with no row due at or after the target. */
    void step(Instant target) {
        if (sliceNext == null) {
            Instant end = BucketReader.end(readTo);
            sliceFrom = readTo;
            // Before the rows are read: a writer that finds this behind its row knows that the row will be read.
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
            meters.bucket(rowsOfBucket);
            rowsOfBucket = 0;
        }
        for (ScheduledNotificationRow row : page.rows()) {
            lastRead = key(row);
            TenantLane lane = DueRow.laneOf(row);
            if (skipped.containsKey(lane)) {
                continue;
            }
            if (waiting.sizeOf(lane) >= MAX_PER_LANE) {
                skipped.put(lane, lastRead);
            } else {
                sink.accept(row);
            }
        }
    }

    /** Reads on for tenants and lanes that were skipped and have drained; limited in pages, since rows of others lie in between. */
    void fetchSkipped(int pages) {
        int left = pages;
        for (TenantLane lane : List.copyOf(skipped.keySet())) {
            if (left > 0 && waiting.sizeOf(lane) <= MAX_PER_LANE / 2) {
                left -= fetch(lane, left);
            }
        }
    }

    /** @return how many pages were read */
    private int fetch(TenantLane lane, int pages) {
        int read = 0;
        while (read < pages && skipped.containsKey(lane)) {
            Key from = skipped.get(lane);
            Instant end = BucketReader.end(from.at);
            Instant to = end.isBefore(readTo) ? end : readTo;
            if (!from.at.isBefore(to)) {
                skipped.remove(lane);
                break;
            }
            BucketReader.Rows page = reader.read(from.at, to, from.page);
            read++;
            for (ScheduledNotificationRow row : page.rows()) {
                Key key = key(row);
                if (sliceNext != null && key.isAfter(lastRead)) {
                    // From here on nothing was skipped; it is still to be read.
                    skipped.remove(lane);
                    return read;
                }
                if (from.isAfter(key) || !DueRow.laneOf(row).equals(lane)) {
                    continue;
                }
                if (waiting.sizeOf(lane) >= MAX_PER_LANE) {
                    skipped.put(lane, key);
                    return read;
                }
                sink.accept(row);
            }
            // After each page: if the next read fails, these rows are not read again, and rows written among them count
            // as new.
            Key last = page.next() == null
                    ? new Key(to, FIRST, null)
                    : key(last(page)).goingOnAt(page.next());
            skipped.put(lane, last);
        }
        return read;
    }

    private static ScheduledNotificationRow last(BucketReader.Rows page) {
        return page.rows().get(page.rows().size() - 1);
    }

    /** Whether the row comes later in the bucket that is being read. */
    boolean willRead(ScheduledNotificationRow row) {
        return sliceNext != null && !row.scheduledAt().isBefore(sliceFrom) && key(row).isAfter(lastRead);
    }

    /** Whether the row was skipped and will be read again. */
    boolean isSkipped(ScheduledNotificationRow row) {
        Key from = skipped.get(DueRow.laneOf(row));
        return from != null && !from.isAfter(key(row));
    }

    /** Everything before this was read, except for skipped rows. */
    Instant fullyReadTo() {
        return sliceNext == null ? readTo : lastRead.at;
    }

    /** The earliest time at which a row may be unread. */
    Instant oldestUnread() {
        Instant oldest = fullyReadTo();
        for (Key key : skipped.values()) {
            oldest = key.at.isBefore(oldest) ? key.at : oldest;
        }
        return oldest;
    }

    private static Key key(ScheduledNotificationRow row) {
        return new Key(row.scheduledAt(), row.notificationId(), null);
    }
}
