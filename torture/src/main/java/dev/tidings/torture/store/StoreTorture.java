package dev.tidings.torture.store;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.TortureCommand;
import dev.tidings.widecolumn.rocksdb.Durability;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture store}: repeatedly kills a process that writes to RocksDB. Acked batches must be durable, and every batch
 * atomic.
 */
@Command(
        name = "store",
        description =
                "Kill a writing process with SIGKILL, 50 times; nothing acked is lost, and no batch is incomplete.")
public final class StoreTorture implements Callable<Integer> {
    private static final int CYCLES = 50;
    private static final int QUICK_CYCLES = 15;

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--durability",
            defaultValue = "FSYNC",
            description = "FSYNC or OS (default: ${DEFAULT-VALUE}); a killed process must lose nothing with either.")
    private Durability durability;

    @Option(
            names = "--ack-early",
            description = "Break it on purpose: ack before the commit. The run must then find losses and fail.")
    private boolean ackEarly;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        int cycles = how.quick() ? QUICK_CYCLES : CYCLES;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-store")) {
            StoreCrashRun run =
                    new StoreCrashRun(folder.path().resolve("store"), durability, ackEarly, new Random(seed));
            for (int cycle = 1; cycle <= cycles; cycle++) {
                run.cycle(cycle);
            }
            run.verifyAll();
            boolean met = run.lost() == 0 && run.torn() == 0 && run.acked() > 0;
            report(run, cycles, met, seed);
            return met ? 0 : 1;
        }
    }

    private void report(StoreCrashRun run, int cycles, boolean met, long seed) {
        String form = how.json()
                ? "{\"torture\":\"store\",\"cycles\":%d,\"acked\":%d,\"lost\":%d,\"torn\":%d,"
                        + "\"met\":%b,\"seed\":%d}%n"
                : "store: killed %d times, %,d batches acked, %d lost, %d incomplete, guarantees held: %b (seed %d)%n";
        System.out.printf(Locale.ROOT, form, cycles, run.acked(), run.lost(), run.torn(), met, seed);
    }
}
