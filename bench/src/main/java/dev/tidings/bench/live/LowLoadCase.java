package dev.tidings.bench.live;

import dev.tidings.bench.BoundedFigure;
import dev.tidings.bench.Figure;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.ProcessUsage;
import dev.tidings.bench.Report;
import dev.tidings.bench.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what a notification costs while the server has little to do: a thousand single requests a second to users with open sockets.
 * Most servers live at such rates, where waking threads and syncing small commits cost more than the work itself.
 */
public final class LowLoadCase {
    private static final int USERS = 2_000;
    private static final int RATE = 1_000;
    private static final double MAX_CPU_MICROS = 250;

    private final Report report;
    private final boolean quick;
    private final NumberSequence numbers = new NumberSequence();

    public LowLoadCase(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    public void run(Path folder) throws IOException {
        JvmServer server = JvmServer.tidings(folder);
        try (LoadedServer loaded = new LoadedServer(server)) {
            loaded.open(USERS);
            // At full load the JIT compiler gets done sooner.
            int warmUp = quick ? 100_000 : 500_000;
            loaded.addressed(warmUp, numbers.reserve(warmUp));
            int count = RATE * (quick ? 5 : 10);
            loaded.paced(count, numbers.reserve(count), RATE);
            measure(server, loaded, count);
        }
    }

    private void measure(JvmServer server, LoadedServer loaded, int count) throws IOException {
        List<Double> cpu = new ArrayList<>();
        List<Double> switches = new ArrayList<>();
        List<Double> toAnswer = new ArrayList<>();
        List<Double> toFrame = new ArrayList<>();
        for (int round = 0; round < (quick ? 3 : 6); round++) {
            ProcessUsage before = server.usage();
            double[] seconds = loaded.paced(count, numbers.reserve(count), RATE);
            ProcessUsage used = server.usage().since(before);
            cpu.add(1e6 * used.cpuSeconds() / count);
            switches.add((double) used.contextSwitches() / count);
            toAnswer.add(1e6 * seconds[0]);
            toFrame.add(1e6 * seconds[2]);
        }
        report.add(new BoundedFigure(
                "service", "service.lowLoad.cpu", spread(cpu), "µs of CPU per notification", MAX_CPU_MICROS));
        report.add(new Figure(
                "service", "service.lowLoad.switches", spread(switches).median(), "context switches"));
        report.add(
                new Figure("service", "service.lowLoad.answer", spread(toAnswer).median(), "µs to the answer, p50"));
        report.add(
                new Figure("service", "service.lowLoad.frame", spread(toFrame).median(), "µs to the socket, p50"));
    }

    private static Spread spread(List<Double> figures) {
        return Spread.of(figures.stream().mapToDouble(Double::doubleValue));
    }
}
