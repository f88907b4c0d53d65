package dev.tidings.torture.schedule;

import dev.tidings.client.TidingsException;
import dev.tidings.torture.RunFindings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Client threads of {@link KillRun} that cancel and reschedule notifications at given times, and retry when the outcome is unknown. */
final class ChangeClients {
    private static final int CLIENTS = 4;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Supplier<ScheduleApi> api;
    private final PriorityBlockingQueue<Change> pending =
            new PriorityBlockingQueue<>(16, Comparator.comparing((Change change) -> change.askAt));
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong moved = new AtomicLong();
    private final AtomicLong tooLate = new AtomicLong();
    private volatile RuntimeException failure;

    /**
     * A change to apply at a given time.
     *
     * @param to the new due time; null to cancel
     */
    private record Change(PlannedNotification planned, Instant askAt, Instant to) {}

    /** @param api returns the client of the running service */
    ChangeClients(Supplier<ScheduleApi> api) {
        this.api = api;
    }

    void cancel(PlannedNotification planned, Instant askAt) {
        pending.add(new Change(planned, askAt, null));
    }

    void move(PlannedNotification planned, Instant askAt, Instant to) {
        pending.add(new Change(planned, askAt, to));
    }

    ChangeClients start() {
        for (int i = 0; i < CLIENTS; i++) {
            Thread thread = new Thread(this::run, "changes-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    void await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure != null) {
            throw failure;
        }
    }

    void report(RunFindings findings) {
        findings.attempted("cancelled", cancelled.get());
        findings.attempted("moved", moved.get());
        findings.progress(tooLate + " changes came too late");
    }

    private void run() {
        try {
            for (Change change = pending.poll(); change != null; change = pending.poll()) {
                long wait = Duration.between(Instant.now(), change.askAt).toMillis();
                if (wait > 0) {
                    Thread.sleep(wait);
                }
                if (change.planned.id() != null) {
                    apply(change);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void apply(Change change) throws InterruptedException {
        PlannedNotification planned = change.planned;
        while (true) {
            try {
                if (change.to == null) {
                    cancel(planned);
                } else {
                    move(planned, change.to);
                }
                return;
            } catch (TidingsException noAnswer) {
                if (change.to == null) {
                    planned.maybeCancelled();
                } else {
                    planned.maybeMoved(change.to);
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private void cancel(PlannedNotification planned) {
        if (api.get().cancel(planned)) {
            planned.cancelled();
            cancelled.incrementAndGet();
        } else {
            // Also after a retry: too late means that no earlier call cancelled it.
            planned.notCancelled();
            tooLate.incrementAndGet();
        }
    }

    private void move(PlannedNotification planned, Instant to) {
        if (api.get().move(planned, to)) {
            planned.moved(to);
            moved.incrementAndGet();
        } else {
            // After a retry it may be too late because an earlier call moved it and it was sent: both due times are
            // allowed.
            tooLate.incrementAndGet();
        }
    }
}
