package dev.tidings.bench.timed;

import dev.tidings.bench.Findings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Clients that cancel and move at their time, and ask again when they get no answer, as it could be either. */
final class Wishes {
    private static final int CLIENTS = 4;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Supplier<TimedCalls> api;
    private final PriorityBlockingQueue<Wish> left =
            new PriorityBlockingQueue<>(16, Comparator.comparing((Wish wish) -> wish.askAt));
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong moved = new AtomicLong();
    private final AtomicLong tooLate = new AtomicLong();
    private volatile RuntimeException failure;

    /** @param to null to cancel it */
    private record Wish(Planned planned, Instant askAt, Instant to) {}

    /** @param api where the service answers now */
    Wishes(Supplier<TimedCalls> api) {
        this.api = api;
    }

    void cancel(Planned planned, Instant askAt) {
        left.add(new Wish(planned, askAt, null));
    }

    void move(Planned planned, Instant askAt, Instant to) {
        left.add(new Wish(planned, askAt, to));
    }

    Wishes start() {
        for (int i = 0; i < CLIENTS; i++) {
            Thread thread = new Thread(this::run, "wishes-" + i);
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

    void tell(Findings findings) {
        findings.tried("cancelled", cancelled.get());
        findings.tried("moved", moved.get());
        findings.progress(tooLate + " changes came too late");
    }

    private void run() {
        try {
            for (Wish wish = left.poll(); wish != null; wish = left.poll()) {
                long wait = Duration.between(Instant.now(), wish.askAt).toMillis();
                if (wait > 0) {
                    Thread.sleep(wait);
                }
                if (wish.planned.id() != null) {
                    make(wish);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void make(Wish wish) throws InterruptedException {
        Planned planned = wish.planned;
        while (true) {
            try {
                if (wish.to == null) {
                    cancel(planned);
                } else {
                    move(planned, wish.to);
                }
                return;
            } catch (IOException noAnswer) {
                if (wish.to == null) {
                    planned.perhapsCancelled();
                } else {
                    planned.perhapsMoved(wish.to);
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private void cancel(Planned planned) throws IOException, InterruptedException {
        if (api.get().cancel(planned)) {
            planned.cancelled();
            cancelled.incrementAndGet();
        } else {
            // Also if it was asked before: that it is too late means that nobody ever cancelled it.
            planned.notCancelled();
            tooLate.incrementAndGet();
        }
    }

    private void move(Planned planned, Instant to) throws IOException, InterruptedException {
        if (api.get().move(planned, to)) {
            planned.moved(to);
            moved.incrementAndGet();
        } else {
            // If it was asked before, it may be too late because it was moved and is sent: either time is right.
            tooLate.incrementAndGet();
        }
    }
}
