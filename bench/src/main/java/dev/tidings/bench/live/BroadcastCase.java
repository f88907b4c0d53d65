package dev.tidings.bench.live;

import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Figure;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.Report;
import dev.tidings.bench.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the fan-out of one frame to ten thousand sockets. In Tidings all belong to one user who receives one notification; plain Netty
 * writes to all it has. The time from the first socket to the last is compared, because before that Tidings stores the notification and
 * Netty does not.
 */
final class BroadcastCase {
    private static final int SOCKETS = 10_000;
    /** At most one and a half times as long; as rates, so that higher is better. */
    private static final ComparisonResult.BenchCase SPAN =
            new ComparisonResult.BenchCase("live", "live.broadcast", "sockets/s", "bare netty", 1 / 1.5);

    private final Report report;
    private final NumberSequence numbers;
    private final boolean quick;
    private final List<Double> ourTotals = new ArrayList<>();
    private final List<Double> theirTotals = new ArrayList<>();

    BroadcastCase(Report report, NumberSequence numbers, boolean quick) {
        this.report = report;
        this.numbers = numbers;
        this.quick = quick;
    }

    void run(LoadedServer ours, LoadedServer bare) throws Exception {
        ours.openShared(SOCKETS);
        bare.openShared(SOCKETS);
        for (int i = 0; i < (quick ? 20 : 50); i++) { // warm-up
            ours.broadcast(numbers.reserve(1));
            bare.broadcast(numbers.reserve(1));
        }
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, bare.server()::cpuSeconds);
        for (int round = 0; round < (quick ? 20 : 100); round++) {
            comparison.timedRound(() -> toAll(ours, ourTotals), () -> toAll(bare, theirTotals));
        }
        report.add(comparison.result(SPAN));
        report.add(whole("live.broadcast.whole", ourTotals));
        report.add(whole("live.broadcast.bare.whole", theirTotals));
    }

    private Comparison.WorkTime toAll(LoadedServer side, List<Double> totals) throws IOException {
        double[] seconds = side.broadcast(numbers.reserve(1));
        totals.add(seconds[1]);
        return new Comparison.WorkTime(SOCKETS, seconds[0]);
    }

    private static Figure whole(String name, List<Double> seconds) {
        double median =
                Spread.of(seconds.stream().mapToDouble(Double::doubleValue)).median();
        return new Figure("live", name, 1e6 * median, "µs from the request to the last socket");
    }
}
