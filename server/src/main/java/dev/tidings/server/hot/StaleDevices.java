package dev.tidings.server.hot;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drops devices that nobody has used for long, once a day and a few at a time, so that nobody else waits long for the database. */
public final class StaleDevices implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StaleDevices.class);

    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration AGAIN = Duration.ofDays(1);
    private static final int AT_ONCE = 200;

    private final ContactService contacts;
    private final InstantSource clock;
    private final Duration maxAge;
    private final int atOnce;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "stale-devices");
        made.setDaemon(true);
        return made;
    });

    private volatile boolean closing;

    public StaleDevices(ContactService contacts, InstantSource clock, Duration maxAge) {
        this(contacts, clock, maxAge, AT_ONCE);
    }

    StaleDevices(ContactService contacts, InstantSource clock, Duration maxAge, int atOnce) {
        this.contacts = contacts;
        this.clock = clock;
        this.maxAge = maxAge;
        this.atOnce = atOnce;
    }

    /** Soon after the start as well: a process that is started anew each day has to get to it too. */
    public void start() {
        thread.scheduleWithFixedDelay(this::quietly, FIRST.toSeconds(), AGAIN.toSeconds(), TimeUnit.SECONDS);
    }

    private void quietly() {
        try {
            dropAll();
        } catch (RuntimeException e) {
            log.warn("devices that nobody uses any more are dropped tomorrow: {}", e.toString());
        }
    }

    /** All that are too old by now. Blocks. */
    public int dropAll() {
        Instant before = clock.instant().minus(maxAge);
        int dropped = 0;
        int last;
        do {
            last = contacts.ageOut(before, atOnce);
            dropped += last;
        } while (last > 0 && !closing);
        return dropped;
    }

    /** Finishes the few that are under way. */
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
