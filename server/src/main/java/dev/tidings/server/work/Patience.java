package dev.tidings.server.work;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a handful handled in spite of a record in it that can't be. What fails is tried again; what keeps failing is taken apart, so
 * that each record stands for itself; and one that fails alone, too, while nothing else is wrong, is set aside.
 */
final class Patience {
    static final int TRIES_TOGETHER = 3;
    static final int TRIES_ALONE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
    private static final long FIRST_PAUSE_MILLIS = 10;

    private final StageWork work;
    private final LogConsumer consumer;

    Patience(StageWork work, LogConsumer consumer) {
        this.work = work;
        this.consumer = consumer;
    }

    /**
     * When it returns, each record was handled or is set aside. It throws what is no fault of a record, and then nothing is known
     * about any of them.
     */
    void handle(List<LogRecord> records) throws InterruptedException {
        if (attempt(records, false, TRIES_TOGETHER) == null) {
            return;
        }
        for (LogRecord record : records) {
            Throwable failure = attempt(List.of(record), true, TRIES_ALONE);
            if (failure != null) {
                consumer.setAside(record, failure.toString());
                LOG.error("{} can't be handled and was set aside in the log", work.describe(record), failure);
                work.givenUp(record);
            }
        }
    }

    /** Null if it succeeded; otherwise what went wrong each time. */
    private Throwable attempt(List<LogRecord> records, boolean again, int times) throws InterruptedException {
        List<LogRecord> tried = again ? repeated(records) : records;
        for (int failed = 1; ; failed++) {
            try {
                work.handle(tried);
                return null;
            } catch (RuntimeException | Error e) {
                if (!Blame.isOnTheRecord(e)) {
                    throw e;
                }
                if (failed == times) {
                    return e;
                }
            }
            Thread.sleep(FIRST_PAUSE_MILLIS << failed - 1);
            tried = repeated(records);
        }
    }

    /** What failed may have had an effect all the same. */
    private static List<LogRecord> repeated(List<LogRecord> records) {
        return records.stream()
                .map(record -> new LogRecord(record.entry(), true))
                .toList();
    }
}
