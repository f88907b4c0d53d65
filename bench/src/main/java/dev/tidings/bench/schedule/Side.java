package dev.tidings.bench.schedule;

import dev.tidings.bench.Comparison;
import java.io.IOException;
import java.util.List;

/** A scheduler with a store of its own, as the benchmark sees it. It has a process to itself. */
interface Side extends AutoCloseable {

    /** Who is told of every job that was fired. Any thread may call it, at once and in any order. */
    interface Fired {
        /** This job has just been handed to whoever does it. */
        void fired(long number);
    }

    /** Begins to fire what is due. */
    void start(Fired fired) throws Exception;

    /** Takes some jobs, and returns when they are durable. Called by several threads at once. */
    void insert(List<Job> jobs) throws Exception;

    /**
     * Called when the jobs of a turn are in and nobody's clock runs: what its housekeeping would find out in time, and what it would
     * be slow without, such as statistics.
     */
    default void settle() throws Exception {}

    /** Fires no more, once what is under way is done; cleans up, and leaves the machine to others until it is started again. */
    void stop() throws Exception;

    /** CPU time that it has used so far, wherever it was used. */
    default double cpuSeconds() {
        return Comparison.cpuSeconds();
    }

    @Override
    void close() throws IOException;
}
