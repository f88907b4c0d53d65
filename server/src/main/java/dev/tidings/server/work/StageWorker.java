package dev.tidings.server.work;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that takes records of some partitions from the log, handful by handful, and has them handled. */
public final class StageWorker {
    private static final Logger LOG = LoggerFactory.getLogger(StageWorker.class);
    private static final Duration WAIT = Duration.ofMillis(100);
    /** A handful costs much the same whatever is in it; where there were several in the last, others are about to come. */
    private static final int SEVERAL = 4;

    private static final long BETWEEN_HANDFULS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final LogConsumer consumer;
    private final Patience patience;
    private final int most;
    private final Thread thread;
    private volatile boolean stopping;
    private int last;
    private long lastAt = System.nanoTime();

    public StageWorker(String name, LogConsumer consumer, StageWork work, int most) {
        this.consumer = consumer;
        this.patience = new Patience(work, consumer);
        this.most = most;
        this.thread = new Thread(this::run, name);
    }

    public void start() {
        thread.start();
    }

    /** Finishes the handful under way and ends. */
    public void stop() {
        stopping = true;
    }

    public void await() throws InterruptedException {
        thread.join();
    }

    private void run() {
        long pause = 0;
        while (!stopping) {
            try {
                Thread.sleep(pause);
                pause = turn() ? 0 : Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, 2 * pause));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** False if it failed, and the same records will come again. */
    private boolean turn() throws InterruptedException {
        try {
            gatherMore();
            List<LogRecord> records = consumer.poll(most, WAIT);
            last = records.size();
            lastAt = System.nanoTime();
            if (!records.isEmpty()) {
                patience.handle(records);
                consumer.done();
            }
            return true;
        } catch (RuntimeException | Error e) {
            if (!stopping) {
                LOG.warn("some records could not be handled and will be tried again", e);
            }
            giveBack();
            return false;
        }
    }

    /** Unless it takes all it may at a time: then more than enough waits already. */
    private void gatherMore() throws InterruptedException {
        long left = lastAt + BETWEEN_HANDFULS_NANOS - System.nanoTime();
        if (last >= SEVERAL && last < most && left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    /** Whatever went wrong: a worker that ends would leave its partitions to nobody. */
    private void giveBack() {
        try {
            consumer.again();
        } catch (RuntimeException | Error e) {
            // The next poll fails because of it, and they are given back then.
            LOG.error("records that were not handled could not be given back", e);
        }
    }
}
