package dev.tidings.bench.schedule;

import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Figure;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.Report;
import dev.tidings.bench.ZeroCount;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Reports the turns of Tidings against the best peer and against each peer, and checks that each job was fired exactly once. */
final class PeerRanking {
    private static final String BENCH = "schedule";

    private final Report report;
    private final TurnResults scores;
    private final String ours;
    private final List<String> peers;

    PeerRanking(Report report, TurnResults scores, String ours, List<String> peers) {
        this.report = report;
        this.scores = scores;
        this.ours = ours;
        this.peers = peers;
    }

    /** Compares with the best peer, which has a target, and with each peer for information. */
    void measure(TurnMetric measure, double target) {
        best(measure, target);
        for (String peer : peers) {
            ComparisonResult.BenchCase each = measure.measured("." + peer, peer, 0);
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
    void best(TurnMetric measure, double target) {
        Optional<String> failure = scores.failure(ours);
        Optional<String> best = bestPeer(measure);
        ComparisonResult.BenchCase measured = measure.measured("", best.orElse("best peer"), target);
        if (failure.isPresent()) {
            report.add(new NotMeasured(measured, failure.get()));
        } else if (best.isEmpty()) {
            report.add(new NotMeasured(measured, "no peer could be measured"));
        } else {
            report.add(measure.compare(measured, scores.turns(ours, measure), scores.turns(best.get(), measure)));
        }
    }

    private Optional<String> bestPeer(TurnMetric measure) {
        Comparator<String> byFigure = Comparator.comparingDouble(peer -> measure.median(scores.turns(peer, measure)));
        return peers.stream()
                .filter(peer -> scores.failure(peer).isEmpty())
                .filter(peer -> !measure.isLateness() || punctual(peer, measure))
                .max(measure.isLateness() ? byFigure.reversed() : byFigure);
    }

    /** Excludes peers that fire early, and peers that had fewer jobs to fire, from the best in punctuality. */
    private boolean punctual(String peer, TurnMetric measure) {
        return jobs(peer, measure) == jobs(ours, measure)
                && scores.turns(peer, measure).stream()
                        .allMatch(turn -> turn.firing().early() == 0);
    }

    private int jobs(String who, TurnMetric measure) {
        return scores.turns(who, measure).stream().mapToInt(TurnResult::jobs).sum();
    }

    /** Reports early, missing and repeated firings; none is allowed for Tidings. */
    void exactness() {
        exactness("early", FiringStats::early);
        exactness("missing", FiringStats::missing);
        exactness("repeated", FiringStats::repeated);
    }

    private void exactness(String title, ToIntFunction<FiringStats> count) {
        String name = BENCH + "." + title;
        Optional<String> failure = scores.failure(ours);
        if (failure.isPresent()) {
            report.add(new NotMeasured(new ComparisonResult.BenchCase(BENCH, name, "jobs", "none", 0), failure.get()));
        } else {
            report.add(new ZeroCount(BENCH, name, total(ours, count), "jobs"));
        }
        for (String peer : peers) {
            if (scores.failure(peer).isEmpty()) {
                report.add(new Figure(BENCH, name + "." + peer, total(peer, count), "jobs"));
            }
        }
    }

    private long total(String who, ToIntFunction<FiringStats> count) {
        return scores.turns(who).stream()
                .map(TurnResult::firing)
                .mapToInt(count)
                .sum();
    }
}
