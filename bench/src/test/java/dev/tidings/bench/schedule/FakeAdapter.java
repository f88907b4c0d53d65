package dev.tidings.bench.schedule;

import dev.tidings.testkit.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A scheduler that fires under the control of a test, correctly or not. */
final class FakeAdapter implements SchedulerAdapter {
    private final List<BenchJob> jobs = new ArrayList<>();
    private FireListener fired;
    private boolean running;

    @Override
    public void start(FireListener listener) {
        fired = listener;
        running = true;
    }

    @Override
    public synchronized void insert(List<BenchJob> batch) {
        jobs.addAll(batch);
    }

    @Override
    public void stop() {
        running = false;
    }

    boolean running() {
        return running;
    }

    /** Jobs in the order of their due times. */
    List<BenchJob> jobs() {
        return jobs.stream().sorted(Comparator.comparingLong(BenchJob::number)).toList();
    }

    void fire(BenchJob job) {
        fired.fired(job.number());
    }

    /** Fires each job this long after its due time. */
    void fireAll(SteppedClock clock, Duration late) {
        for (BenchJob job : jobs()) {
            clock.advanceTo(job.due().plus(late));
            fire(job);
        }
    }

    @Override
    public void close() {
        running = false;
    }
}
