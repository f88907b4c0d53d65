package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.widecolumn.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes a polled batch for a {@link StageWorker}. If a record fails it, retries the batch, then each record alone, and quarantines a
 * record that keeps failing; a failure of a dependency is thrown at once. Records of partitions that were lost meanwhile are neither
 * retried nor quarantined: their new owner processes them. Records of a
 * newer version stay in the log.
 */
final class BatchRetry {
    static final int BATCH_TRIES = 3;
    static final int SINGLE_TRIES = 4;

    private static final Logger LOG = LoggerFactory.getLogger(BatchRetry.class);
    private static final long FIRST_BACKOFF_MILLIS = 10;

    private final StageProcessor work;
    private final LogConsumer consumer;
    private final Quarantine quarantine;

    /** A record that was processed alone, and failed each time. */
    private record PoisonRecord(LogRecord record, Throwable failure) {}

    BatchRetry(StageProcessor work, LogConsumer consumer, Quarantine quarantine) {
        this.work = work;
        this.consumer = consumer;
        this.quarantine = quarantine;
    }

    /**
     * When it returns, each record was processed, is quarantined or parked, or has another owner, and the batch can be acknowledged. A
     * failure that no record causes is thrown; then the outcome of every record that is not parked is unknown.
     */
    void handle(List<LogRecord> polled) throws InterruptedException {
        List<LogRecord> records = withoutNewer(polled);
        if (records.isEmpty() || attempt(records, false, BATCH_TRIES) == null) {
            return;
        }
        List<PoisonRecord> poison = new ArrayList<>();
        for (LogRecord record : records) {
            Throwable failure = attempt(List.of(record), true, SINGLE_TRIES);
            if (NewerVersionException.isIn(failure)) {
                parkNewer(record);
            } else if (failure != null) {
                poison.add(new PoisonRecord(record, failure));
            }
        }
        // Last: if a store fails before, the whole batch is redelivered, and no record is quarantined twice.
        poison.forEach(this::quarantine);
    }

    /** Parks the records of a newer version. */
    private List<LogRecord> withoutNewer(List<LogRecord> records) {
        if (records.stream().noneMatch(BatchRetry::isNewer)) {
            return records;
        }
        records.stream().filter(BatchRetry::isNewer).forEach(this::parkNewer);
        return records.stream().filter(record -> !isNewer(record)).toList();
    }

    private static boolean isNewer(LogRecord record) {
        byte[] payload = record.entry().payload();
        return payload.length > 0 && RecordHeader.isNewer(payload[0]);
    }

    private void parkNewer(LogRecord record) {
        consumer.park(record);
        NewerVersionWarnings.found("records of stage " + record.entry().lane().stage());
    }

    private void quarantine(PoisonRecord poison) {
        LogRecord record = poison.record();
        if (!record.ownership().isHeld()) {
            return;
        }
        try {
            quarantine.add(record.entry(), poison.failure().toString());
            LOG.error("{} can't be processed and was quarantined", work.describe(record), poison.failure());
        } catch (InvalidValueException tooLarge) {
            consumer.park(record);
            LOG.error(
                    "{} can't be processed, and not be quarantined: {}. It stays in the log and is tried again after the next start",
                    work.describe(record),
                    tooLarge.getMessage(),
                    poison.failure());
        }
        work.quarantined(record);
    }

    /** Null on success; otherwise the last failure. */
    private Throwable attempt(List<LogRecord> records, boolean redelivered, int times) throws InterruptedException {
        List<LogRecord> tried = redelivered ? asRedelivered(records) : records;
        for (int failed = 1; !tried.isEmpty(); failed++) {
            try {
                work.handle(tried);
                return null;
            } catch (RuntimeException | Error e) {
                if (!FailureClassifier.isCausedByRecord(e)) {
                    throw e;
                }
                if (failed == times || NewerVersionException.isIn(e)) {
                    return e;
                }
            }
            Thread.sleep(FIRST_BACKOFF_MILLIS << failed - 1);
            tried = asRedelivered(records);
        }
        return null;
    }

    /** The records to retry: those that are still owned. Marked as redelivered, since a failed attempt may have taken effect. */
    private static List<LogRecord> asRedelivered(List<LogRecord> records) {
        return records.stream()
                .filter(record -> record.ownership().isHeld())
                .map(LogRecord::asRedelivered)
                .toList();
    }
}
