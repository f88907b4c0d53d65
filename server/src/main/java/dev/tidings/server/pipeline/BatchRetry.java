package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes a polled batch for a {@link StageWorker}. If a record fails it, retries the batch, then each record alone, and quarantines a
 * record that keeps failing; a failure of a dependency is thrown at once. Records of partitions that were lost meanwhile are neither
 * retried nor quarantined: their new owner processes them.
 */
final class BatchRetry {
    static final int BATCH_TRIES = 3;
    static final int SINGLE_TRIES = 4;

    private static final Logger LOG = LoggerFactory.getLogger(BatchRetry.class);
    private static final long FIRST_BACKOFF_MILLIS = 10;

    private final StageProcessor work;
    private final LogConsumer consumer;

    BatchRetry(StageProcessor work, LogConsumer consumer) {
        this.work = work;
        this.consumer = consumer;
    }

    /**
     * When it returns, each record was processed, is quarantined, or has another owner. A failure that no record causes is thrown; then the outcome of every
     * record is unknown.
     */
    void handle(List<LogRecord> records) throws InterruptedException {
        if (attempt(records, false, BATCH_TRIES) == null) {
            return;
        }
        for (LogRecord record : records) {
            Throwable failure = attempt(List.of(record), true, SINGLE_TRIES);
            if (failure != null) {
                consumer.quarantine(record, failure.toString());
                LOG.error("{} can't be processed and was quarantined", work.describe(record), failure);
                work.quarantined(record);
            }
        }
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
                if (failed == times) {
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
