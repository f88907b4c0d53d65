package dev.tidings.bench.schedule;

import dev.tidings.testkit.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A scheduler that fires when a test says so, and not always as it should. */
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

    /** In the order in which they are due. */
    List<Job> jobs() {
        return jobs.stream().sorted(Comparator.comparingLong(Job::number)).toList();
    }

    void fire(Job job) {
        fired.fired(job.number());
    }

    /** Each at its time, and this much later. */
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
