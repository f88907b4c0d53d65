package dev.tidings.server.hot;

import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Unread counts of the users who were asked about lately. A count is taken from the inbox once and then kept in step with every
 * write to it. What makes that exact: a writer announces itself before it writes and says afterwards what changed, and a count taken
 * while anybody was writing is not kept, because nobody can say whether it includes that write.
 */
public final class UnreadCounts {
    private final int most;
    private final ConcurrentMap<UserKey, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();

    private static final class Entry {
        /** Never the same twice, also not after an entry was dropped and made anew. */
        long version;

        int writers;
        boolean known;
        long count;
        Instant validUntil = Instant.MAX;
    }

    /** @param most how many users' counts are kept */
    public UnreadCounts(int most) {
        this.most = most;
    }

    /** The count, if it is known and nothing that it includes has expired since. */
    public OptionalLong find(UserKey user, Instant now) {
        OptionalLong[] found = {OptionalLong.empty()};
        entries.computeIfPresent(user, (key, entry) -> {
            if (entry.known && now.isBefore(entry.validUntil)) {
                found[0] = OptionalLong.of(entry.count);
            } else {
                entry.known = false;
            }
            return entry;
        });
        return found[0];
    }

    /** Before a write to the user's inbox. Must be followed by one of the two below, whatever comes of it. */
    public void writing(UserKey user) {
        entries.compute(user, (key, entry) -> {
            Entry written = entry == null ? new Entry() : entry;
            written.writers++;
            written.version = versions.incrementAndGet();
            return written;
        });
    }

    /**
     * The write is done, and this many more (or fewer) are unread.
     *
     * @param expires when the first of those that were added expires
     */
    public void written(UserKey user, long change, Instant expires) {
        entries.computeIfPresent(user, (key, entry) -> {
            entry.writers--;
            entry.version = versions.incrementAndGet();
            entry.count += change;
            entry.validUntil = expires.isBefore(entry.validUntil) ? expires : entry.validUntil;
            return keep(entry);
        });
    }

    /** Nobody knows what came of the write, or whether it was made before. */
    public void writtenPerhaps(UserKey user) {
        entries.computeIfPresent(user, (key, entry) -> {
            entry.writers--;
            entry.version = versions.incrementAndGet();
            entry.known = false;
            return keep(entry);
        });
    }

    /** Before the inbox is counted: what to hand in with the count. */
    public long ticket(UserKey user) {
        long[] ticket = new long[1];
        entries.compute(user, (key, entry) -> {
            Entry asked = entry == null ? new Entry() : entry;
            if (asked.version == 0) {
                asked.version = versions.incrementAndGet();
            }
            ticket[0] = asked.version;
            return asked;
        });
        return ticket[0];
    }

    /** Keeps the count, unless somebody was writing while it was taken. */
    public void counted(UserKey user, long ticket, long count, Instant validUntil) {
        entries.computeIfPresent(user, (key, entry) -> {
            if (entry.version == ticket && entry.writers == 0) {
                entry.known = true;
                entry.count = count;
                entry.validUntil = validUntil;
            }
            return keep(entry);
        });
        if (entries.size() > most) {
            dropSome();
        }
    }

    private static Entry keep(Entry entry) {
        return entry.known || entry.writers > 0 ? entry : null;
    }

    /** A tenth of them, whichever come first: all can be counted again. */
    private void dropSome() {
        int excess = entries.size() - most + most / 10;
        Iterator<UserKey> users = entries.keySet().iterator();
        while (users.hasNext() && excess-- > 0) {
            entries.computeIfPresent(users.next(), (key, entry) -> {
                entry.known = false;
                return keep(entry);
            });
        }
    }
}
