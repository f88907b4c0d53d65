package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer thread of a pipeline stage: polls batches from the log, has a {@link StageProcessor} process them, and acknowledges them. A
 * failed batch is returned to the log and redelivered after a backoff. Records of partitions that were lost meanwhile are left to their new
 * owner.
 */
public final class StageWorker {
    private static final Logger LOG = LoggerFactory.getLogger(StageWorker.class);
    /** Long, so that an idle stage costs nothing; {@link #stop} ends it early. */
    private static final Duration POLL_TIMEOUT = Duration.ofMinutes(1);
    /** The cost of a batch hardly depends on its size: after a batch of at least this many, it waits briefly for more records. */
    private static final int MIN_RECORDS_TO_GATHER = 4;

    private static final long BATCH_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long FIRST_BACKOFF_MILLIS = 10;
    private static final long MAX_BACKOFF_MILLIS = 500;

    private final LogConsumer consumer;
    private final BatchRetry batchRetry;
    private final int maxRecords;
    private final Thread thread;
    private volatile boolean stopping;
    private int lastSize;
    private long lastAt = System.nanoTime();

    public StageWorker(String name, LogConsumer consumer, StageProcessor work, Quarantine quarantine, int maxRecords) {
        this.consumer = consumer;
        this.batchRetry = new BatchRetry(work, consumer, quarantine);
        this.maxRecords = maxRecords;
        this.thread = new Thread(this::run, name);
    }

    public void start() {
        thread.start();
    }

    /** Stops all of them and waits: batches in flight are finished, waiting records stay in the log. */
    public static void stopAll(List<StageWorker> workers) {
        workers.forEach(StageWorker::stop);
        try {
            for (StageWorker worker : workers) {
                worker.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Finishes the batch in flight and ends the thread. */
    public void stop() {
        stopping = true;
        consumer.wakeUp();
    }

    public void await() throws InterruptedException {
        thread.join();
    }

    private void run() {
        long backoff = 0;
        while (!stopping) {
            try {
                // Even a sleep of no time is a system call.
                if (backoff > 0) {
                    Thread.sleep(backoff);
                }
                backoff = turn() ? 0 : Math.min(MAX_BACKOFF_MILLIS, Math.max(FIRST_BACKOFF_MILLIS, 2 * backoff));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** False if it failed; the same records are redelivered. */
    private boolean turn() throws InterruptedException {
        List<LogRecord> records = List.of();
        try {
            gatherMore();
            records = consumer.poll(maxRecords, POLL_TIMEOUT);
            lastSize = records.size();
            lastAt = System.nanoTime();
            if (!records.isEmpty()) {
                batchRetry.handle(records);
                logLost(consumer.done().size(), records);
            }
            return true;
        } catch (RuntimeException | Error e) {
            boolean isLost = !records.isEmpty()
                    && records.stream().noneMatch(record -> record.ownership().isHeld());
            if (isLost) {
                logLost(records.size(), records);
            } else if (!stopping) {
                LOG.warn("a batch could not be processed; retrying", e);
            }
            returnBatch();
            return isLost;
        }
    }

    private static void logLost(int lost, List<LogRecord> records) {
        if (lost > 0) {
            LOG.info(
                    "{} of {} polled records of stage {} have a new owner, which processes them",
                    lost,
                    records.size(),
                    records.get(0).entry().lane().stage());
        }
    }

    /** Skipped after a full batch: then enough records are waiting. */
    private void gatherMore() throws InterruptedException {
        long left = lastAt + BATCH_INTERVAL_NANOS - System.nanoTime();
        if (lastSize >= MIN_RECORDS_TO_GATHER && lastSize < maxRecords && left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    /** Catches everything: if the thread ended, its partitions would have no consumer. */
    private void returnBatch() {
        try {
            consumer.redeliver();
        } catch (RuntimeException | Error e) {
            // The next poll fails because of it, and they are returned then.
            LOG.error("a failed batch could not be returned to the log", e);
        }
    }
}
