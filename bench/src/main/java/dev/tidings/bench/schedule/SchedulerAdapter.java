package dev.tidings.bench.schedule;

import dev.tidings.bench.Comparison;
import java.io.IOException;
import java.util.List;

/** Adapts a scheduler with its own store to the schedule benchmark. It runs in a process dedicated to that scheduler. */
interface SchedulerAdapter extends AutoCloseable {

    /** Receives every fired job. Called from any thread, concurrently and in any order. */
    interface FireListener {
        /** This job has just been passed to its handler. */
        void fired(long number);
    }

    /** Starts to fire due jobs. */
    void start(FireListener fired) throws Exception;

    /** Stores jobs and returns when they are durable. Called from several threads at once. */
    void insert(List<BenchJob> jobs) throws Exception;

    /**
     * Called outside the measured time, after the jobs of a turn are stored: does the housekeeping that the store needs to be fast, such as
     * updating statistics.
     */
    default void settle() throws Exception {}

    /** Stops firing after the jobs in flight, cleans up, and stays idle until it is started again. */
    void stop() throws Exception;

    /** CPU seconds used so far, in all its processes. */
    default double cpuSeconds() {
        return Comparison.cpuSeconds();
    }

    @Override
    void close() throws IOException;
}
