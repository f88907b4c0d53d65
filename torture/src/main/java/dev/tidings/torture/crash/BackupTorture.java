package dev.tidings.torture.crash;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.TortureCommand;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The run {@code torture backup}: repeatedly backs up the service under load, and restores the backup. */
@Command(
        name = "backup",
        description = "Take a backup of Tidings under load and restore it, 30 times. Everything acked before the backup"
                + " began is in it, nothing is in an inbox twice, nothing read is unread again, and counts are exact.")
public final class BackupTorture implements Callable<Integer> {
    private static final int CYCLES = 30;
    private static final int QUICK_CYCLES = 3;

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--tables-first",
            description = "Break it on purpose: restore tables that were copied before the log. The run must then find"
                    + " losses and fail.")
    private boolean tablesFirst;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        int cycles = how.quick() ? QUICK_CYCLES : CYCLES;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-backup");
                BackupRun run = new BackupRun(folder.path(), tablesFirst, new Random(seed))) {
            for (int cycle = 1; cycle <= cycles; cycle++) {
                run.cycle(cycle);
            }
            boolean met = run.acked() > 0 && run.check().met();
            report(run, cycles, met, seed);
            return met ? 0 : 1;
        }
    }

    private void report(BackupRun run, int cycles, boolean met, long seed) {
        String form = how.json()
                ? "{\"torture\":\"backup\",\"cycles\":%d,\"acked\":%d,\"lost\":%d,\"duplicated\":%d,\"regressed\":%d,"
                        + "\"miscounted\":%d,\"met\":%b,\"seed\":%d}%n"
                : "backup: restored %d times, %,d notifications acked before, %d lost, %d duplicated in an inbox,"
                        + " %d regressed, %d unread counts wrong, guarantees held: %b (seed %d)%n";
        LedgerCheck check = run.check();
        System.out.printf(
                Locale.ROOT,
                form,
                cycles,
                run.acked(),
                check.lost(),
                check.duplicated(),
                check.regressed(),
                check.miscounted(),
                met,
                seed);
    }
}
