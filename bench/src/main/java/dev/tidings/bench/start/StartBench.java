package dev.tidings.bench.start;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.BoundedFigure;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Figure;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.Report;
import dev.tidings.bench.Spread;
import dev.tidings.lab.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures the time from the start of the distribution to its first 200 of {@code /ready}, alternating with a bare Vert.x server. */
@Command(
        name = "start",
        description = "The time from the start of the distribution to its first 200 of /ready, against a bare Vert.x"
                + " server. Run './tidings dist' before.")
public final class StartBench implements Callable<Integer> {
    private static final String NAME = "start";
    private static final double MAX_MILLIS = 1_500;
    private static final double MAX_PERCENT = 300;

    @ParentCommand
    private BenchCommand how;

    @Option(
            names = "--dist",
            paramLabel = "FOLDER",
            description = "The folder of the distribution. Default: the one in target/dist.")
    private Path dist;

    @Override
    public Integer call() throws IOException {
        Report report = new Report(how);
        Optional<Path> script = Optional.ofNullable(dist)
                .or(StartBench::found)
                .map(folder -> folder.resolve("bin/tidings"))
                .filter(Files::isExecutable);
        if (script.isPresent()) {
            measure(script.get(), report);
        } else {
            report.add(new NotMeasured(
                    new ComparisonResult.BenchCase(NAME, "start.ratio", "%", "bare Vert.x", MAX_PERCENT),
                    "no distribution in target/dist; run './tidings dist' first"));
        }
        return report.exitCode();
    }

    private static Optional<Path> found() {
        Path parent = Path.of("target/dist").toAbsolutePath();
        if (!Files.isDirectory(parent)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(parent)) {
            return folders.filter(Files::isDirectory).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void measure(Path script, Report report) throws IOException {
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> percent = new ArrayList<>();
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-start")) {
            // The first start makes the class data archive and the data folder.
            start(script, folder.path());
            bare();
            for (int round = 0; round < (how.quick() ? 4 : 20); round++) {
                boolean first = round % 2 == 0;
                double one = first ? start(script, folder.path()) : bare();
                double other = first ? bare() : start(script, folder.path());
                ours.add(first ? one : other);
                bare.add(first ? other : one);
                percent.add(100 * ours.get(round) / bare.get(round));
            }
        }
        report.add(new BoundedFigure(NAME, "start.ready", spread(ours), "ms to the first 200", MAX_MILLIS));
        report.add(new Figure(NAME, "start.bare", spread(bare).median(), "ms to the first 200, bare Vert.x"));
        report.add(new BoundedFigure(NAME, "start.ratio", spread(percent), "% of a bare Vert.x server", MAX_PERCENT));
    }

    private static double start(Path script, Path data) throws IOException {
        int port = StartedServer.freePort();
        Map<String, String> environment = Map.of(
                "TIDINGS_DATA_FOLDER", data.resolve("data").toString(), "TIDINGS_HTTP_PORT", Integer.toString(port));
        return StartedServer.millisToReady(List.of(script.toString(), "up"), environment, port);
    }

    private static double bare() throws IOException {
        int port = StartedServer.freePort();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BareVertxServer.class.getName(),
                Integer.toString(port));
        return StartedServer.millisToReady(command, Map.of(), port);
    }

    private static Spread spread(List<Double> figures) {
        return Spread.of(figures.stream().mapToDouble(Double::doubleValue));
    }
}
