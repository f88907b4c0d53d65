package dev.tidings.server.work;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that takes records of some partitions from the log, handful by handful, and has them handled. */
public final class StageWorker {
    private static final Logger LOG = LoggerFactory.getLogger(StageWorker.class);
    private static final Duration WAIT = Duration.ofMillis(100);
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final LogConsumer consumer;
    private final Patience patience;
    private final int most;
    private final Thread thread;
    private volatile boolean stopping;

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
            List<LogRecord> records = consumer.poll(most, WAIT);
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
