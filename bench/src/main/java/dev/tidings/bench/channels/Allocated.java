package dev.tidings.bench.channels;

import com.sun.management.ThreadMXBean;
import dev.tidings.bench.Comparison;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** What all threads of this process allocate while something is done. */
final class Allocated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long bytes;
    private double units;

    double during(Comparison.Work work) throws Exception {
        long before = total();
        double done = work.run();
        bytes += total() - before;
        units += done;
        return done;
    }

    double bytesEach() {
        return bytes / units;
    }

    /** Of the threads there are: those of a service live as long as it does. */
    private static long total() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(of -> of > 0)
                .sum();
    }
}
