package dev.tidings.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * CPU time and context switches of a process so far, without its JIT compiler threads. Next to a busy server the JVM goes on compiling for
 * minutes, up to a third of the CPU time of the process, and it is chance which side is measured meanwhile. Garbage collection counts.
 */
public record ProcessUsage(double cpuSeconds, long contextSwitches) {
    private static final double NANOS = 1e9;
    private static final ProcessUsage NONE = new ProcessUsage(0, 0);

    /** Other systems than Linux tell only the CPU time, with compiler threads. */
    public static ProcessUsage of(long pid) {
        if (!Files.isReadable(Path.of("/proc/self/schedstat"))) {
            Optional<Duration> cpu =
                    ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
            return new ProcessUsage(cpu.orElse(Duration.ZERO).toNanos() / NANOS, 0);
        }
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            ProcessUsage sum = NONE;
            for (Path task : tasks.toList()) {
                sum = sum.plus(ofThread(task));
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The usage since an earlier reading. */
    public ProcessUsage since(ProcessUsage before) {
        return new ProcessUsage(cpuSeconds - before.cpuSeconds, contextSwitches - before.contextSwitches);
    }

    private ProcessUsage plus(ProcessUsage other) {
        return new ProcessUsage(cpuSeconds + other.cpuSeconds, contextSwitches + other.contextSwitches);
    }

    /** Nothing for a compiler thread and for a thread that has just ended. */
    private static ProcessUsage ofThread(Path task) throws IOException {
        try {
            String name = Files.readString(task.resolve("comm"));
            if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) {
                return NONE;
            }
            String onCpuThenWaiting = Files.readString(task.resolve("schedstat"));
            long nanos = Long.parseLong(onCpuThenWaiting.substring(0, onCpuThenWaiting.indexOf(' ')));
            return new ProcessUsage(nanos / NANOS, switches(Files.readAllLines(task.resolve("status"))));
        } catch (NoSuchFileException e) {
            return NONE;
        }
    }

    /** Voluntary and involuntary ones. */
    private static long switches(List<String> status) {
        return status.stream()
                .filter(line -> line.contains("ctxt_switches:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                .sum();
    }
}
