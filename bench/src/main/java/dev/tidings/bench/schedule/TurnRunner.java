package dev.tidings.bench.schedule;

import dev.tidings.bench.NumberSequence;
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

/**
 * Runs the turns of one scheduler in its child process: inserts jobs due shortly after the last insert, and measures inserting and
 * firing.
 */
final class TurnRunner implements AutoCloseable {
    private static final int INSERTERS = 4;
    private static final int BATCH = 1_000;
    private static final int FILL_CHUNK = 100_000;
    private static final int ATTEMPTS = 4;
    /** Minimum time between the last insert and the first due time. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SchedulerAdapter side;
    private final InstantSource clock;
    private final Duration timeout;
    private final NumberSequence numbers = new NumberSequence();
    private final ExecutorService inserters = Executors.newFixedThreadPool(INSERTERS);
    /** Insert rate of the last turn; a low estimate before the first. */
    private double insertsPerSecond = 1_000;

    private List<BenchJob> jobs;
    private FiringRecorder firings;
    private double insertCpu;

    /** @param timeout how long to wait for overdue jobs */
    TurnRunner(SchedulerAdapter side, InstantSource clock, Duration timeout) {
        this.side = side;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** @param over the period over which the jobs are spread */
    TurnResult turn(int count, Duration over) throws Exception {
        for (int i = 0; i < ATTEMPTS; i++) {
            boolean inTime = insert(count, over);
            TurnResult turn = finish();
            if (inTime) {
                return turn;
            }
        }
        throw new IllegalStateException("inserting " + count + " jobs was not done before the first was due, in "
                + ATTEMPTS + " attempts; the last rate was " + Math.round(insertsPerSecond) + " jobs/s");
    }

    /** Runs an unmeasured turn with jobs due immediately. */
    void warmUp(int count) throws Exception {
        insert(count, Duration.ZERO, Duration.ZERO);
        int missing = finish().firing().missing();
        if (missing > 0) {
            throw new IllegalStateException("of " + count + " warm-up jobs, " + missing + " were not fired");
        }
    }

    /** Starts the side and inserts the jobs of a turn. False if the first was due before all were inserted. */
    boolean insert(int count, Duration over) throws Exception {
        // Twice the time of the last turn: the speed of a shared disk varies.
        return insert(count, over, PAUSE.multipliedBy(3).plusMillis(Math.round(2_000 * count / insertsPerSecond)));
    }

    private boolean insert(int count, Duration over, Duration lead) throws Exception {
        Instant due = clock.instant().truncatedTo(ChronoUnit.MILLIS).plus(lead);
        jobs = BenchJob.spread(numbers.reserve(count), count, due, over);
        firings = new FiringRecorder(clock, jobs);
        side.start(firings);
        double cpu = side.cpuSeconds();
        long start = System.nanoTime();
        insert(jobs);
        insertsPerSecond = count * 1e9 / (System.nanoTime() - start);
        insertCpu = side.cpuSeconds() - cpu;
        side.settle();
        return clock.instant().plus(PAUSE).isBefore(due);
    }

    /** Waits for the inserted jobs and stops the side. */
    TurnResult finish() throws Exception {
        double cpu = side.cpuSeconds();
        firings.await(timeout);
        double fireCpu = side.cpuSeconds() - cpu;
        side.stop();
        return new TurnResult(jobs.size(), insertsPerSecond, insertCpu, fireCpu, firings.result());
    }

    /** Inserts jobs that stay in the store. */
    void fill(int count) throws Exception {
        for (int left = count; left > 0; left -= FILL_CHUNK) {
            int chunk = Math.min(left, FILL_CHUNK);
            insert(BenchJob.waiting(numbers.reserve(chunk), chunk, clock.instant()));
        }
        side.settle();
    }

    private void insert(List<BenchJob> all) throws Exception {
        List<Callable<Void>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += BATCH) {
            List<BenchJob> batch = all.subList(from, Math.min(from + BATCH, all.size()));
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
