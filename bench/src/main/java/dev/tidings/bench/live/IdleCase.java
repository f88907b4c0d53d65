package dev.tidings.bench.live;

import dev.tidings.bench.BoundedFigure;
import dev.tidings.bench.Figure;
import dev.tidings.bench.Report;
import dev.tidings.bench.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures the memory of an idle socket: memory after garbage collection with all sockets open, minus that without, per socket. Every round
 * starts a new process, because a process rarely returns the memory of its sockets.
 */
final class IdleCase {
    private static final int SOCKETS = 10_000;
    /** Enough to load all code, with little effect on memory. */
    private static final int WARM_UP = 500;

    private static final int WARM_UPS = 6;
    private static final String UNIT = "bytes a socket";
    private static final double HEAP_LIMIT = 4 << 10;
    private static final double RESIDENT_LIMIT = 6 << 10;

    private final Report report;
    private final int rounds;
    private int started;

    /** Starts a fresh server; the number is different for each. */
    interface ServerStarter {
        LiveServer start(int number) throws IOException;
    }

    /** Opens a number of sockets of one kind. */
    private interface SocketOpener {
        void open(LoadedServer side, int count) throws IOException;
    }

    IdleCase(Report report, boolean quick) {
        this.report = report;
        rounds = quick ? 1 : 5;
    }

    void measureTidings(ServerStarter starting) throws IOException {
        List<ServerMemory> sockets = measure(starting, LoadedServer::open);
        report.add(new BoundedFigure("live", "live.idle.heap", spread(sockets, ServerMemory::heap), UNIT, HEAP_LIMIT));
        report.add(new BoundedFigure(
                "live", "live.idle.rss", spread(sockets, ServerMemory::resident), UNIT, RESIDENT_LIMIT));
        figures("live.idle.sse", measure(starting, LoadedServer::openStreams));
    }

    /** Measures a peer, for information only. */
    void measurePeer(String name, ServerStarter starting) throws IOException {
        figures("live.idle." + name, measure(starting, LoadedServer::open));
    }

    private void figures(String name, List<ServerMemory> sockets) {
        double heap = spread(sockets, ServerMemory::heap).median();
        if (heap != 0) {
            report.add(new Figure("live", name + ".heap", heap, UNIT));
        }
        report.add(new Figure(
                "live", name + ".rss", spread(sockets, ServerMemory::resident).median(), UNIT));
    }

    private static Spread spread(List<ServerMemory> sockets, ToDoubleFunction<ServerMemory> what) {
        return Spread.of(sockets.stream().mapToDouble(what));
    }

    private List<ServerMemory> measure(ServerStarter starting, SocketOpener opener) throws IOException {
        List<ServerMemory> each = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            try (LoadedServer side = new LoadedServer(starting.start(started++))) {
                for (int i = 0; i < WARM_UPS; i++) {
                    opener.open(side, WARM_UP);
                    side.closeSockets();
                }
                ServerMemory before = side.server().memory();
                opener.open(side, SOCKETS);
                each.add(side.server().memory().eachSince(before, SOCKETS));
            }
        }
        return each;
    }
}
