package dev.tidings.bench.live;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.Report;
import dev.tidings.lab.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures live connections ({@code bench live}) against plain Netty and against nginx with nchan. Each case starts its own servers. */
@Command(
        name = "live",
        description =
                "Live connections: memory of an idle socket and one frame to ten thousand sockets, against bare Netty;"
                        + " durable notifications to single users against nginx with nchan, with their latency.")
public final class LiveBench implements Callable<Integer> {
    /** The cases of the benchmark. */
    enum LiveBenchCase {
        idle,
        broadcast,
        addressed
    }

    @ParentCommand
    private BenchCommand how;

    @Option(names = "--only", paramLabel = "PART", description = "One of ${COMPLETION-CANDIDATES}; otherwise all.")
    private LiveBenchCase only;

    private final NumberSequence numbers = new NumberSequence();
    private Report report;

    @Override
    public Integer call() throws Exception {
        report = new Report(how);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-live")) {
            if (wanted(LiveBenchCase.idle)) {
                idle(folder.path());
            }
            if (wanted(LiveBenchCase.broadcast)) {
                broadcast(folder.path());
            }
            if (wanted(LiveBenchCase.addressed)) {
                addressed(folder.path());
            }
        }
        return report.exitCode();
    }

    private boolean wanted(LiveBenchCase part) {
        return only == null || only == part;
    }

    private void idle(Path folder) throws IOException {
        IdleCase idle = new IdleCase(report, how.quick());
        idle.measureTidings(number -> JvmServer.tidings(folder.resolve("idle" + number)));
        idle.measurePeer("bare", number -> JvmServer.bare());
        try {
            idle.measurePeer("nchan", number -> NchanServer.start(folder.resolve("idle" + number)));
        } catch (NchanServer.MissingException notHere) {
            // Reported by the case that has a target for it.
        }
    }

    private void broadcast(Path folder) throws Exception {
        try (LoadedServer ours = new LoadedServer(JvmServer.tidings(folder.resolve("broadcast")));
                LoadedServer bare = new LoadedServer(JvmServer.bare())) {
            new BroadcastCase(report, numbers, how.quick()).run(ours, bare);
        }
    }

    private void addressed(Path folder) throws Exception {
        try (LoadedServer ours = new LoadedServer(JvmServer.tidings(folder.resolve("addressed")))) {
            AddressedCase addressed = new AddressedCase(report, numbers, how.quick(), ours);
            NchanServer server;
            try {
                server = NchanServer.start(folder.resolve("nchan"));
            } catch (NchanServer.MissingException notHere) {
                addressed.measureAlone(notHere.getMessage());
                return;
            }
            try (LoadedServer nchan = new LoadedServer(server)) {
                addressed.compareWith(nchan);
            }
        }
    }
}
