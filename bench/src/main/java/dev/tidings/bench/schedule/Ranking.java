package dev.tidings.bench.schedule;

import dev.tidings.bench.Figure;
import dev.tidings.bench.NoneAllowed;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.Report;
import dev.tidings.bench.Result;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Compares the turns of Tidings with the best peer and with each peer, and checks that each job was fired exactly once. */
final class Ranking {
    private static final String BENCH = "schedule";

    private final Report report;
    private final Scores scores;
    private final String ours;
    private final List<String> peers;

    Ranking(Report report, Scores scores, String ours, List<String> peers) {
        this.report = report;
        this.scores = scores;
        this.ours = ours;
        this.peers = peers;
    }

    /** Compares with the best peer, which has a target, and with each peer for information. */
    void measure(Measure measure, double target) {
        best(measure, target);
        for (String peer : peers) {
            Result.Case each = measure.measured("." + peer, peer, 0);
            Optional<String> failure = scores.failure(peer);
            if (failure.isPresent()) {
                report.add(new NotMeasured(each, failure.get()));
            } else if (scores.failure(ours).isPresent()) {
                double value = measure.median(scores.turns(peer, measure));
                report.add(new Figure(BENCH, each.name(), value, each.unit()));
            } else {
                report.add(measure.compare(each, scores.turns(ours, measure), scores.turns(peer, measure)));
            }
        }
    }

    /** Compares with the best peer only. */
    void best(Measure measure, double target) {
        Optional<String> failure = scores.failure(ours);
        Optional<String> best = bestPeer(measure);
        Result.Case measured = measure.measured("", best.orElse("best peer"), target);
        if (failure.isPresent()) {
            report.add(new NotMeasured(measured, failure.get()));
        } else if (best.isEmpty()) {
            report.add(new NotMeasured(measured, "no peer could be measured"));
        } else {
            report.add(measure.compare(measured, scores.turns(ours, measure), scores.turns(best.get(), measure)));
        }
    }

    private Optional<String> bestPeer(Measure measure) {
        Comparator<String> byFigure = Comparator.comparingDouble(peer -> measure.median(scores.turns(peer, measure)));
        return peers.stream()
                .filter(peer -> scores.failure(peer).isEmpty())
                .filter(peer -> !measure.lateness() || punctual(peer, measure))
                .max(measure.lateness() ? byFigure.reversed() : byFigure);
    }

    /** Excludes peers that fire early, and peers that had fewer jobs to fire, from the best in punctuality. */
    private boolean punctual(String peer, Measure measure) {
        return jobs(peer, measure) == jobs(ours, measure)
                && scores.turns(peer, measure).stream()
                        .allMatch(turn -> turn.firing().early() == 0);
    }

    private int jobs(String who, Measure measure) {
        return scores.turns(who, measure).stream().mapToInt(Turn::jobs).sum();
    }

    /** Reports early, missing and repeated firings; none is allowed for Tidings. */
    void exactness() {
        exactness("early", Firing::early);
        exactness("missing", Firing::missing);
        exactness("repeated", Firing::repeated);
    }

    private void exactness(String title, ToIntFunction<Firing> count) {
        String name = BENCH + "." + title;
        Optional<String> failure = scores.failure(ours);
        if (failure.isPresent()) {
            report.add(new NotMeasured(new Result.Case(BENCH, name, "jobs", "none", 0), failure.get()));
        } else {
            report.add(new NoneAllowed(BENCH, name, total(ours, count), "jobs"));
        }
        for (String peer : peers) {
            if (scores.failure(peer).isEmpty()) {
                report.add(new Figure(BENCH, name + "." + peer, total(peer, count), "jobs"));
            }
        }
    }

    private long total(String who, ToIntFunction<Firing> count) {
        return scores.turns(who).stream().map(Turn::firing).mapToInt(count).sum();
    }
}
