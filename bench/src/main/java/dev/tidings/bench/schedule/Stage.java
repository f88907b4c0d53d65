package dev.tidings.bench.schedule;

import dev.tidings.bench.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Gives a side its turns: jobs that are due a little after all of them are in, and a clock on what it does with them. */
final class Stage implements AutoCloseable {
    private static final int INSERTERS = 4;
    private static final int BATCH = 1_000;
    private static final int FILL_PIECE = 100_000;
    private static final int TRIES = 4;
    /** Between the end of inserting and the first that is due, at the least. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Side side;
    private final InstantSource clock;
    private final Duration patience;
    private final Numbers numbers = new Numbers();
    private final ExecutorService inserters = Executors.newFixedThreadPool(INSERTERS);
    /** At the last time; believed to be slow until it is measured. */
    private double insertsPerSecond = 1_000;

    private List<Job> jobs;
    private Firings firings;
    private double insertCpu;

    /** @param patience how long to wait for jobs that are overdue */
    Stage(Side side, InstantSource clock, Duration patience) {
        this.side = side;
        this.clock = clock;
        this.patience = patience;
    }

    /** @param over the time over which the jobs are spread */
    Turn turn(int count, Duration over) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            boolean inTime = insert(count, over);
            Turn turn = finish();
            if (inTime) {
                return turn;
            }
        }
        throw new IllegalStateException("took " + count + " jobs too slowly, " + TRIES + " times, to be done before"
                + " the first was due, lately with " + Math.round(insertsPerSecond) + " jobs/s");
    }

    /** A turn that is not measured: its jobs are due at once. */
    void warmUp(int count) throws Exception {
        insert(count, Duration.ZERO, Duration.ZERO);
        int missing = finish().firing().missing();
        if (missing > 0) {
            throw new IllegalStateException("of " + count + " jobs to warm up with, " + missing + " were not fired");
        }
    }

    /** Starts the side and inserts the jobs of a turn. False if the first of them was due before all were in. */
    boolean insert(int count, Duration over) throws Exception {
        // Twice the time that it took the last time: a shared disk has its moods.
        return insert(count, over, PAUSE.multipliedBy(3).plusMillis(Math.round(2_000 * count / insertsPerSecond)));
    }

    private boolean insert(int count, Duration over, Duration lead) throws Exception {
        Instant due = clock.instant().truncatedTo(ChronoUnit.MILLIS).plus(lead);
        jobs = Job.spread(numbers.take(count), count, due, over);
        firings = new Firings(clock, jobs);
        side.start(firings);
        double cpu = side.cpuSeconds();
        long start = System.nanoTime();
        insert(jobs);
        insertsPerSecond = count * 1e9 / (System.nanoTime() - start);
        insertCpu = side.cpuSeconds() - cpu;
        side.settle();
        return clock.instant().plus(PAUSE).isBefore(due);
    }

    /** Waits for the jobs that were inserted, and stops the side. */
    Turn finish() throws Exception {
        double cpu = side.cpuSeconds();
        firings.await(patience);
        double fireCpu = side.cpuSeconds() - cpu;
        side.stop();
        return new Turn(jobs.size(), insertsPerSecond, insertCpu, fireCpu, firings.result());
    }

    /** Inserts jobs that stay where they are. */
    void fill(int count) throws Exception {
        for (int left = count; left > 0; left -= FILL_PIECE) {
            int piece = Math.min(left, FILL_PIECE);
            insert(Job.waiting(numbers.take(piece), piece, clock.instant()));
        }
        side.settle();
    }

    private void insert(List<Job> all) throws Exception {
        List<Callable<Void>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += BATCH) {
            List<Job> batch = all.subList(from, Math.min(from + BATCH, all.size()));
            batches.add(() -> {
                side.insert(batch);
                return null;
            });
        }
        for (Future<Void> batch : inserters.invokeAll(batches)) {
            batch.get();
        }
    }

    @Override
    public void close() throws IOException {
        inserters.shutdown();
        side.close();
    }
}
