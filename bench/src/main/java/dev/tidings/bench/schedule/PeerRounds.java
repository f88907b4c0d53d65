package dev.tidings.bench.schedule;

import dev.tidings.bench.PostgresServer;
import dev.tidings.bench.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs Tidings and its peers in alternating turns, each in a process of its own and alone on the machine, and reports the results. */
final class PeerRounds {
    private final Report report;
    private final ScheduleBenchSize plan;
    private final Path folder;
    private final TurnResults scores = new TurnResults();
    private final Map<Contender, SchedulerProcess> sides = new EnumMap<>(Contender.class);

    /** A step of one side that may fail. */
    private interface Task {
        void run(SchedulerProcess side) throws IOException;
    }

    PeerRounds(Report report, ScheduleBenchSize plan, Path folder) {
        this.report = report;
        this.plan = plan;
        this.folder = folder;
    }

    void run() {
        try (PostgresServer server = new PostgresServer(folder.resolve("postgres"))) {
            try {
                start(server);
                rounds();
            } finally {
                // While their database is still running.
                sides.values().forEach(SchedulerProcess::close);
            }
        } catch (IOException | IllegalStateException e) {
            // Without the server there are no peers.
            for (Contender who : Contender.values()) {
                scores.fail(who.title(), "PostgreSQL: " + e.getMessage());
            }
        }
        write();
    }

    private void start(PostgresServer server) {
        start(Contender.TIDINGS, folder.resolve("ours"), "");
        for (Contender peer : peers()) {
            try {
                start(peer, folder.resolve("postgres"), server.create(peer.title()));
            } catch (SQLException e) {
                scores.fail(peer.title(), e.getMessage());
            }
        }
    }

    private static List<Contender> peers() {
        return Stream.of(Contender.values())
                .filter(who -> who != Contender.TIDINGS)
                .toList();
    }

    private void start(Contender who, Path where, String url) {
        try {
            sides.put(who, new SchedulerProcess(who, where, url));
        } catch (IOException e) {
            scores.fail(who.title(), e.getMessage());
        }
    }

    private void rounds() {
        for (Contender who : Contender.values()) {
            attempt(who, side -> side.warmUp(who.jobs(plan.warmUp())));
        }
        List<Contender> order = new ArrayList<>(List.of(Contender.values()));
        for (int round = 0; round < plan.rounds(); round++) {
            for (DueTimePattern kind : plan.kinds()) {
                for (Contender who : order) {
                    attempt(who, side -> turn(side, who, kind));
                }
            }
            // So that the predecessor of each contender changes.
            Collections.rotate(order, 1);
        }
    }

    private void turn(SchedulerProcess side, Contender who, DueTimePattern kind) throws IOException {
        TurnResult turn = side.turn(kind.jobs(who.jobs(plan.jobs())), kind.over(plan.spread()));
        if (who != Contender.TIDINGS && turn.firing().missing() > 0) {
            throw new IOException(
                    turn.firing().missing() + " of " + turn.jobs() + " jobs were not fired within the timeout");
        }
        scores.add(who.title(), kind, turn);
    }

    /** A contender that fails is excluded from further rounds. */
    private void attempt(Contender who, Task task) {
        SchedulerProcess side = sides.get(who);
        if (side == null) {
            return;
        }
        try {
            task.run(side);
        } catch (IOException e) {
            scores.fail(who.title(), e.getMessage());
            sides.remove(who).close();
        }
    }

    private void write() {
        PeerRanking ranking = new PeerRanking(
                report,
                scores,
                Contender.TIDINGS.title(),
                peers().stream().map(Contender::title).toList());
        ranking.measure(TurnMetric.INSERT, 1.5);
        ranking.measure(TurnMetric.BURST, 5.0);
        ranking.measure(TurnMetric.SPREAD, 2.0);
        ranking.best(TurnMetric.SPREAD_MEDIAN, 0);
        ranking.best(TurnMetric.SPREAD_LATEST, 0);
        if (plan.kinds().contains(DueTimePattern.PACED)) {
            ranking.measure(TurnMetric.PACED, 2.0);
        }
        ranking.exactness();
    }
}
