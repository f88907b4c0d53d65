package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Goes over a shard once more, some time after it was read, and finds what was written too late to be read the first time. A second
 * at a time, and some rows at a time. For one thread.
 */
final class LaterLook {
    private final BucketReader reader;
    private final Taken taken;
    private final Function<ScheduledNotificationRow, Due> due;
    private final Predicate<ScheduledNotificationRow> accountedFor;
    private final Finder finder;
    private Instant lookedTo;
    private Taken.Look look;
    private String next;
    private boolean all;

    /** Told of what was not read the first time, or, if that can't be told, of all that may not have been. */
    interface Finder {
        void found(Due due, boolean perhapsSent);
    }

    LaterLook(
            BucketReader reader,
            Taken taken,
            Instant from,
            Function<ScheduledNotificationRow, Due> due,
            Predicate<ScheduledNotificationRow> accountedFor,
            Finder finder) {
        this.reader = reader;
        this.taken = taken;
        this.lookedTo = Instant.ofEpochSecond(Taken.second(from));
        this.due = due;
        this.accountedFor = accountedFor;
        this.finder = finder;
    }

    /** Nothing was missed that is due before this. */
    Instant lookedTo() {
        return lookedTo;
    }

    /** Looks again at what comes from then on. Never ahead: what was not looked at yet is still to be. */
    void goBack(Instant to) {
        Instant second = Instant.ofEpochSecond(Taken.second(to));
        if (second.isBefore(lookedTo)) {
            lookedTo = second;
            look = null;
            all = false;
        }
    }

    /** Looks at some rows of the next second; false if that is not over yet by then. */
    boolean step(Instant until) {
        Instant end = lookedTo.plusSeconds(1);
        if (until.isBefore(end)) {
            return false;
        }
        if (look == null) {
            look = taken.look(lookedTo);
            next = null;
        }
        BucketReader.Rows page = reader.read(lookedTo, end, next);
        for (ScheduledNotificationRow row : page.rows()) {
            if (accountedFor.test(row)) {
                continue;
            }
            Due found = due.apply(row);
            if (all) {
                finder.found(found, true);
            } else if (look.isNew(found)) {
                finder.found(found, false);
            }
        }
        next = page.next();
        if (next == null) {
            endOfSecond(end);
        }
        return true;
    }

    private void endOfSecond(Instant end) {
        boolean again = !all && look.hidesSomething();
        look = null;
        all = again;
        if (again) {
            taken.forget(lookedTo);
        } else {
            lookedTo = end;
        }
    }
}
