package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import java.util.concurrent.atomic.AtomicLong;

/** How much of the memory for payloads is in use, over all queues. */
final class HotBytes {
    private final long most;
    private final AtomicLong used = new AtomicLong();

    HotBytes(long most) {
        this.most = most;
    }

    /** Only one thread publishes, so it may look first and add then. */
    boolean hasRoomFor(LogEntry entry) {
        return used.get() + Slot.Held.bytes(entry) <= most;
    }

    void add(LogEntry entry) {
        used.addAndGet(Slot.Held.bytes(entry));
    }

    void release(LogEntry entry) {
        used.addAndGet(-Slot.Held.bytes(entry));
    }
}
