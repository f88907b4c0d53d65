package dev.tidings.bench.live;

import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Figure;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.Report;
import dev.tidings.bench.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures notifications to single users with open sockets: throughput, and latency at half of it. Tidings authenticates, stores durably
 * and counts each before it is pushed; nchan only relays.
 */
final class AddressedCase {
    private static final int USERS = 8_000;
    private static final ComparisonResult.BenchCase RATE =
            new ComparisonResult.BenchCase("live", "live.addressed", "frames/s", "nchan", 1.0);
    /** At most twice the time to the HTTP response; as rates, so that higher is better. */
    private static final ComparisonResult.BenchCase LATENCY =
            new ComparisonResult.BenchCase("live", "live.latency", "per s (p99)", "answer (p99)", 0.5);

    private final Report report;
    private final NumberSequence numbers;
    private final boolean quick;
    private final LoadedServer ours;

    AddressedCase(Report report, NumberSequence numbers, boolean quick, LoadedServer ours) {
        this.report = report;
        this.numbers = numbers;
        this.quick = quick;
        this.ours = ours;
    }

    private void warmUp(LoadedServer side) throws IOException {
        side.open(USERS);
        // After 200,000 the JIT compiler still takes a fifteenth of the CPU, and each notification costs a third more
        // than in the end.
        int count = quick ? 60_000 : 800_000;
        side.addressed(count, numbers.reserve(count));
    }

    private int rounds() {
        return quick ? 4 : 10;
    }

    private int perRound() {
        return quick ? 20_000 : 60_000;
    }

    private Comparison.WorkTime round(LoadedServer side) throws IOException {
        return side.addressed(perRound(), numbers.reserve(perRound()));
    }

    void compareWith(LoadedServer nchan) throws Exception {
        warmUp(ours);
        warmUp(nchan);
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nchan.server()::cpuSeconds);
        for (int i = 0; i < rounds(); i++) {
            comparison.timedRound(() -> round(ours), () -> round(nchan));
        }
        latency(report.add(comparison.result(RATE)).value());
    }

    void measureAlone(String why) throws IOException {
        report.add(new NotMeasured(RATE, why));
        warmUp(ours);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < rounds(); i++) {
            rates.add(perRound() / round(ours).seconds());
        }
        double rate = median(rates);
        report.add(new Figure("live", "live.addressed.alone", rate, "frames/s"));
        latency(rate);
    }

    private static double median(List<Double> figures) {
        return Spread.of(figures.stream().mapToDouble(Double::doubleValue)).median();
    }

    private void latency(double load) throws IOException {
        long rate = Math.round(load / 2);
        int count = (int) (rate * (quick ? 4 : 10));
        // Run once unmeasured: compactions left over from full load must not burden the measurement at half of it.
        ours.paced(count, numbers.reserve(count), rate);
        List<Double> answers = new ArrayList<>();
        List<Double> frames = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        double cpu = ours.server().cpuSeconds();
        int rounds = quick ? 3 : 9;
        for (int i = 0; i < rounds; i++) {
            double[] seconds = ours.paced(count, numbers.reserve(count), rate);
            answers.add(1 / seconds[1]);
            frames.add(1 / seconds[3]);
            ratios.add(seconds[1] / seconds[3]);
        }
        double cpuMicros = 1e6 * (ours.server().cpuSeconds() - cpu) / ((double) rounds * count);
        Spread ratio = Spread.of(ratios.stream().mapToDouble(Double::doubleValue));
        report.add(new ComparisonResult(
                LATENCY,
                median(frames),
                median(answers),
                ratio.median(),
                ratio.min(),
                ratio.max(),
                cpuMicros,
                cpuMicros));
        report.add(new Figure("live", "live.latency.rate", rate, "notifications/s sent meanwhile"));
        report.add(new Figure("live", "live.latency.frame", 1e6 / median(frames), "µs to the socket, p99"));
        report.add(new Figure("live", "live.latency.answer", 1e6 / median(answers), "µs to the answer, p99"));
    }
}
