package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Scans a shard again, some time after the {@link BucketScan}, for rows that were written after it had passed, and passes them to a sink.
 * Reads one second at a time, in pages. For one thread.
 */
final class LateRowScan {
    private final BucketReader reader;
    private final SeenIds seenIds;
    private final Function<ScheduledNotificationRow, DueRow> due;
    private final Predicate<ScheduledNotificationRow> accountedFor;
    private final Consumer<DueRow> sink;
    private Instant scannedTo;
    private SeenIds.SecondCheck check;
    private String next;
    private boolean rescanning;

    /**
     * @param accountedFor whether the first scan will still read a row
     * @param sink receives the rows that the first scan missed or, where this is uncertain, all rows that it may have missed, marked as
     *     redelivered
     */
    LateRowScan(
            BucketReader reader,
            SeenIds seenIds,
            Instant from,
            Function<ScheduledNotificationRow, DueRow> due,
            Predicate<ScheduledNotificationRow> accountedFor,
            Consumer<DueRow> sink) {
        this.reader = reader;
        this.seenIds = seenIds;
        this.scannedTo = Instant.ofEpochSecond(SeenIds.second(from));
        this.due = due;
        this.accountedFor = accountedFor;
        this.sink = sink;
    }

    /** The end of the scanned range: no row due before it was missed. */
    Instant scannedTo() {
        return scannedTo;
    }

    /** Continues from this earlier time. Has no effect if the scan has not passed it. */
    void rewindTo(Instant to) {
        Instant second = Instant.ofEpochSecond(SeenIds.second(to));
        if (second.isBefore(scannedTo)) {
            scannedTo = second;
            check = null;
            rescanning = false;
        }
    }

    /** Scans a page of the next second. False if that second ends after {@code until}, so that nothing was scanned. */
    boolean step(Instant until) {
        Instant end = scannedTo.plusSeconds(1);
        if (until.isBefore(end)) {
            return false;
        }
        if (check == null) {
            check = seenIds.check(scannedTo);
            next = null;
        }
        BucketReader.Rows page = reader.read(scannedTo, end, next);
        for (ScheduledNotificationRow row : page.rows()) {
            if (accountedFor.test(row)) {
                continue;
            }
            DueRow found = due.apply(row);
            if (rescanning) {
                sink.accept(found.asRedelivered());
            } else if (check.isNew(found)) {
                sink.accept(found);
            }
        }
        next = page.next();
        if (next == null) {
            endOfSecond(end);
        }
        return true;
    }

    private void endOfSecond(Instant end) {
        boolean rescan = !rescanning && check.hasHiddenRow();
        check = null;
        rescanning = rescan;
        if (rescan) {
            seenIds.forget(scannedTo);
        } else {
            scannedTo = end;
        }
    }
}
