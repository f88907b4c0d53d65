package dev.tidings.bench.channels;

import com.sun.management.ThreadMXBean;
import dev.tidings.bench.Comparison;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Measures the bytes that all threads of this process allocate during some work. */
final class AllocationMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long bytes;
    private double units;

    double measure(Comparison.Work work) throws Exception {
        long before = total();
        double done = work.run();
        bytes += total() - before;
        units += done;
        return done;
    }

    double bytesPerOperation() {
        return bytes / units;
    }

    /** Sums over live threads; the threads of a service live as long as the service. */
    private static long total() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(of -> of > 0)
                .sum();
    }
}
