package dev.tidings.bench.schedule;

import dev.tidings.testkit.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A scheduler that fires under the control of a test, correctly or not. */
final class FakeSide implements Side {
    private final List<Job> jobs = new ArrayList<>();
    private Fired fired;
    private boolean running;

    @Override
    public void start(Fired listener) {
        fired = listener;
        running = true;
    }

    @Override
    public synchronized void insert(List<Job> batch) {
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
    List<Job> jobs() {
        return jobs.stream().sorted(Comparator.comparingLong(Job::number)).toList();
    }

    void fire(Job job) {
        fired.fired(job.number());
    }

    /** Fires each job this long after its due time. */
    void fireAll(SteppedClock clock, Duration late) {
        for (Job job : jobs()) {
            clock.advanceTo(job.due().plus(late));
            fire(job);
        }
    }

    @Override
    public void close() {
        running = false;
    }
}
