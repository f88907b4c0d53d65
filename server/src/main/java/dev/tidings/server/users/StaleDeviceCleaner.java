package dev.tidings.server.users;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that removes devices not used for a configured time, once a day. It works in small batches, so that other database calls
 * do not wait long.
 */
public final class StaleDeviceCleaner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StaleDeviceCleaner.class);

    private static final Duration INITIAL_DELAY = Duration.ofMinutes(1);
    private static final Duration INTERVAL = Duration.ofDays(1);
    private static final int BATCH_SIZE = 200;

    private final ContactService contacts;
    private final InstantSource clock;
    private final Duration maxAge;
    private final int batchSize;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "stale-devices");
        daemon.setDaemon(true);
        return daemon;
    });

    private volatile boolean closing;

    public StaleDeviceCleaner(ContactService contacts, InstantSource clock, Duration maxAge) {
        this(contacts, clock, maxAge, BATCH_SIZE);
    }

    StaleDeviceCleaner(ContactService contacts, InstantSource clock, Duration maxAge, int batchSize) {
        this.contacts = contacts;
        this.clock = clock;
        this.maxAge = maxAge;
        this.batchSize = batchSize;
    }

    /** Also runs soon after the start, for processes that are restarted daily. */
    public void start() {
        thread.scheduleWithFixedDelay(
                this::dropAllSafely, INITIAL_DELAY.toSeconds(), INTERVAL.toSeconds(), TimeUnit.SECONDS);
    }

    private void dropAllSafely() {
        try {
            removeAll();
        } catch (RuntimeException e) {
            log.warn("unused devices could not be removed; retrying in a day: {}", e.toString());
        }
    }

    /** Removes all that are too old. Blocks. */
    public int removeAll() {
        Instant before = clock.instant().minus(maxAge);
        int dropped = 0;
        int last;
        do {
            last = contacts.removeUnused(before, batchSize);
            dropped += last;
        } while (last > 0 && !closing);
        return dropped;
    }

    /** Finishes the batch in flight. */
    @Override
    public void close() {
        closing = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
