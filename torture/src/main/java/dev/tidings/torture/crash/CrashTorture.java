package dev.tidings.torture.crash;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.TortureCommand;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture crash}: repeatedly kills the service under load. Acked notifications must be durable, delivered once, never
 * regress, and be counted correctly.
 */
@Command(
        name = "crash",
        description =
                "Kill Tidings with SIGKILL under load, 100 times. Nothing acked is lost, nothing is in an inbox twice,"
                        + " nothing read is unread again, counts are exact, and retries across the kill make one"
                        + " notification.")
public final class CrashTorture implements Callable<Integer> {
    private static final int CYCLES = 100;
    private static final int QUICK_CYCLES = 5;

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--ack-early",
            description = "Break it on purpose: ack before it is durable. The run must then find losses and fail.")
    private boolean ackEarly;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        int cycles = how.quick() ? QUICK_CYCLES : CYCLES;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-crash");
                ServiceCrashRun run = new ServiceCrashRun(folder.path(), ackEarly, new Random(seed))) {
            for (int cycle = 1; cycle <= cycles; cycle++) {
                run.cycle(cycle);
            }
            run.verifyAll();
            report(run, cycles, seed);
            return run.met() ? 0 : 1;
        }
    }

    private void report(ServiceCrashRun run, int cycles, long seed) {
        String form = how.json()
                ? "{\"torture\":\"crash\",\"cycles\":%d,\"acked\":%d,\"lost\":%d,\"duplicated\":%d,\"regressed\":%d,"
                        + "\"miscounted\":%d,\"met\":%b,\"seed\":%d}%n"
                : "crash: killed %d times, %,d notifications acked, %d lost, %d duplicated in an inbox, %d regressed,"
                        + " %d unread counts wrong, guarantees held: %b (seed %d)%n";
        System.out.printf(
                Locale.ROOT,
                form,
                cycles,
                run.acked(),
                run.lost(),
                run.duplicated(),
                run.regressed(),
                run.miscounted(),
                run.met(),
                seed);
    }
}
