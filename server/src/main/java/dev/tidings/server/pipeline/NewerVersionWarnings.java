package dev.tidings.server.pipeline;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports records of a newer version, which are left alone: for each kind at most one line a minute. */
public final class NewerVersionWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(NewerVersionWarnings.class);
    private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();
    /** Of the whole process: a kind is read by many workers. */
    private static final Map<String, Reported> KINDS = new ConcurrentHashMap<>();

    /** The records of one kind that were found, and when the next line is due. */
    private static final class Reported {
        private final AtomicLong found = new AtomicLong();
        private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
    }

    private NewerVersionWarnings() {}

    /** @param kind in the plural, such as: records of stage ROUTE */
    public static void found(String kind) {
        Reported reported = KINDS.computeIfAbsent(kind, key -> new Reported());
        long count = reported.found.incrementAndGet();
        long now = System.nanoTime();
        long next = reported.nextNanos.get();
        if (now - next >= 0 && reported.nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
            LOG.warn(
                    "{} were written by a newer version of Tidings and are left for it: {} found since the start."
                            + " Upgrade this node",
                    kind,
                    count);
        }
    }
}
