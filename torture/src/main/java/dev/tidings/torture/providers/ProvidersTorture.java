package dev.tidings.torture.providers;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.TortureCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture providers}: sends to a faulty provider and repeatedly kills the service. Fails if a delivery is lost,
 * unfinished or needlessly duplicated, or if other channels slow down.
 */
@Command(
        name = "providers",
        description =
                "The provider of one channel fails 30 in 100 calls and never answers 15, and the process is killed"
                        + " meanwhile. Latency of the other channels grows by less than a tenth, every delivery reaches a"
                        + " final state, nothing is lost, and only deliveries with an unknown outcome are duplicated.")
public final class ProvidersTorture implements Callable<Integer> {
    private static final double MAX_GROWTH = 1.10;

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--no-excuse",
            description = "Break it on purpose: treat unanswered calls as answered, so that their duplicates count as"
                    + " needless. The run must then fail.")
    private boolean noExcuse;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        int turns = how.quick() ? 2 : 6;
        int kills = how.quick() ? 2 : 10;
        Duration time = Duration.ofSeconds(how.quick() ? 5 : 10);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-providers");
                ProvidersRun run = new ProvidersRun(folder.path().resolve("data"), new Random(seed), noExcuse)) {
            run.measure(false, time);
            List<Double> medians = new ArrayList<>();
            List<Double> tails = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                List<Long> good = run.measure(false, time);
                List<Long> bad = run.measure(true, time);
                medians.add(1.0 * percentile(bad, 50) / percentile(good, 50));
                tails.add(1.0 * percentile(bad, 99) / percentile(good, 99));
            }
            for (int i = 0; i < kills; i++) {
                run.kill(Duration.ofSeconds(5));
            }
            run.judge(Duration.ofMinutes(5));
            double growth = median(medians);
            boolean met = run.findings.met() && growth < MAX_GROWTH;
            String form = how.json()
                    ? "{\"torture\":\"providers\",\"acked\":%d,\"kills\":%d,\"states\":\"%s\",\"unfinished\":%d,\"lost\":%d,"
                            + "\"repeats\":%d,\"needless\":%d,\"medianGrowth\":%.2f,\"p99Growth\":%.2f,\"met\":%b,\"seed\":%d}%n"
                    : "providers: %,d notifications on three channels, %d kills, %s, %d without a final state, %d"
                            + " lost, %d duplicated, %d of them needlessly, latency of the other channels %.2f times"
                            + " that without faults at the median and %.2f times at the 99th percentile, guarantees"
                            + " held: %b (seed %d)%n";
            System.out.printf(
                    Locale.ROOT,
                    form,
                    run.findings.acked,
                    kills,
                    run.findings.states,
                    run.findings.unfinished,
                    run.findings.lost,
                    run.findings.duplicates,
                    run.findings.needless,
                    growth,
                    median(tails),
                    met,
                    seed);
            return met ? 0 : 1;
        }
    }

    private static long percentile(List<Long> sorted, int percent) {
        return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * percent / 100);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
