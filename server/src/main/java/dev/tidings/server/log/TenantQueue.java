package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import dev.tidings.server.log.Slot.Held;
import dev.tidings.server.log.Slot.OnDisk;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What waits of one tenant in one partition of a lane: first some records in memory, then a number of later ones on disk. A new
 * record stays in memory if there is room and nothing on disk is in front of it. Guarded by the desk's lock, but for the
 * position.
 */
final class TenantQueue {
    final LogKey.Place place;
    private final HotBytes hot;
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private int onDisk;

    /** All up to here have been handed out or are held. Only the consumer moves it, and only ahead. */
    private long position;

    /** @param position in front of all that is on disk and has not been handed out */
    TenantQueue(LogKey.Place place, long position, HotBytes hot) {
        this.place = place;
        this.position = position;
        this.hot = hot;
    }

    boolean isEmpty() {
        return held.isEmpty() && onDisk == 0;
    }

    void add(long sequence, LogEntry entry) {
        if (onDisk == 0 && hot.hasRoomFor(entry)) {
            hot.add(entry);
            held.addLast(new Held(sequence, entry, false));
        } else {
            onDisk++;
        }
    }

    void addOnDisk(int count) {
        onDisk += count;
    }

    /** Takes the next ones and says how many. */
    int take(int most, List<Slot> into) {
        int taken = 0;
        for (; taken < most && !held.isEmpty(); taken++) {
            Held next = held.removeFirst();
            hot.release(next.entry());
            passed(next.sequence());
            into.add(next);
        }
        int read = Math.min(most - taken, onDisk);
        if (read > 0) {
            onDisk -= read;
            into.add(new OnDisk(this, read));
        }
        return taken + read;
    }

    /** Puts a record in front of all others. */
    void putBack(Held record) {
        hot.add(record.entry());
        held.addFirst(record);
    }

    /**
     * Records from this position on could not be read and are to be read again. What has been appended since is left to the disk
     * too, as it comes after them; none of it has been handed out.
     */
    void putBackOnDisk(int count, long from) {
        held.forEach(later -> hot.release(later.entry()));
        onDisk += count + held.size();
        held.clear();
        position = from;
    }

    long position() {
        return position;
    }

    void passed(long sequence) {
        position = Math.max(position, sequence);
    }
}
