package dev.tidings.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * CPU time of this process without its JIT compiler threads. Next to a busy server the JVM goes on compiling for minutes, up to a third of
 * the CPU time of the process, and it is chance which side is measured meanwhile. Garbage collection counts.
 */
final class ProcessCpu {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final double NANOS = 1e9;

    private ProcessCpu() {}

    static double seconds() {
        if (!Files.isReadable(Path.of("/proc/self/schedstat"))) {
            var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            return system.getProcessCpuTime() / NANOS;
        }
        try (Stream<Path> tasks = Files.list(TASKS)) {
            List<Path> all = tasks.toList();
            long nanos = 0;
            for (Path task : all) {
                nanos += nanosOf(task);
            }
            return nanos / NANOS;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** CPU time of one thread; 0 for a compiler thread and for a thread that has just ended. */
    private static long nanosOf(Path task) throws IOException {
        try {
            String name = Files.readString(task.resolve("comm"));
            if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) {
                return 0;
            }
            String onCpuThenWaiting = Files.readString(task.resolve("schedstat"));
            return Long.parseLong(onCpuThenWaiting.substring(0, onCpuThenWaiting.indexOf(' ')));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
