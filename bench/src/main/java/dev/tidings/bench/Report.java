package dev.tidings.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the outcomes of a benchmark and prints each as it arrives. The exit code is 1 if a target was missed and targets are
 * enforced.
 */
public final class Report {
    private final BenchCommand how;
    private final List<BenchOutcome> outcomes = new ArrayList<>();

    public Report(BenchCommand how) {
        this.how = how;
    }

    public <T extends BenchOutcome> T add(T outcome) {
        outcomes.add(outcome);
        System.out.println(how.json() ? outcome.json() : outcome.text());
        return outcome;
    }

    public int exitCode() {
        boolean met = outcomes.stream().allMatch(BenchOutcome::met);
        return how.enforce() && !met ? 1 : 0;
    }
}
