package dev.tidings.bench.live;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Numbers;
import dev.tidings.bench.Report;
import dev.tidings.bench.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures live connections against plain Netty and against nginx with nchan. Each case starts its own servers. */
@Command(
        name = "live",
        description =
                "Live connections: memory of an idle socket and one frame to ten thousand sockets, against bare Netty;"
                        + " durable notifications to single users against nginx with nchan, with their latency.")
public final class LiveBench implements Callable<Integer> {
    /** The cases of the benchmark. */
    enum Part {
        idle,
        broadcast,
        addressed
    }

    @ParentCommand
    private BenchCommand how;

    @Option(names = "--only", paramLabel = "PART", description = "One of ${COMPLETION-CANDIDATES}; otherwise all.")
    private Part only;

    private final Numbers numbers = new Numbers();
    private Report report;

    @Override
    public Integer call() throws Exception {
        report = new Report(how);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-live")) {
            if (wanted(Part.idle)) {
                idle(folder.path());
            }
            if (wanted(Part.broadcast)) {
                broadcast(folder.path());
            }
            if (wanted(Part.addressed)) {
                addressed(folder.path());
            }
        }
        return report.exitCode();
    }

    private boolean wanted(Part part) {
        return only == null || only == part;
    }

    private void idle(Path folder) throws IOException {
        IdleCase idle = new IdleCase(report, how.quick());
        idle.ours(number -> JvmServer.tidings(folder.resolve("idle" + number)));
        idle.other("bare", number -> JvmServer.bare());
        try {
            idle.other("nchan", number -> NchanServer.start(folder.resolve("idle" + number)));
        } catch (NchanServer.MissingException notHere) {
            // Reported by the case that has a target for it.
        }
    }

    private void broadcast(Path folder) throws Exception {
        try (Side ours = new Side(JvmServer.tidings(folder.resolve("broadcast")));
                Side bare = new Side(JvmServer.bare())) {
            new BroadcastCase(report, numbers, how.quick()).run(ours, bare);
        }
    }

    private void addressed(Path folder) throws Exception {
        try (Side ours = new Side(JvmServer.tidings(folder.resolve("addressed")))) {
            AddressedCase addressed = new AddressedCase(report, numbers, how.quick(), ours);
            NchanServer server;
            try {
                server = NchanServer.start(folder.resolve("nchan"));
            } catch (NchanServer.MissingException notHere) {
                addressed.alone(notHere.getMessage());
                return;
            }
            try (Side nchan = new Side(server)) {
                addressed.against(nchan);
            }
        }
    }
}
