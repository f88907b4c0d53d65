package dev.tidings.bench.schedule;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Collects the turns of all contenders of a run, and the reason for each contender that failed and counts as not measured. */
final class TurnResults {
    private final Map<String, Map<DueTimePattern, List<TurnResult>>> turns = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    void add(String contender, DueTimePattern kind, TurnResult turn) {
        if (turn.firing().missing() == turn.jobs()) {
            fail(contender, "fired none of " + turn.jobs() + " jobs");
        }
        turns.computeIfAbsent(contender, any -> new EnumMap<>(DueTimePattern.class))
                .computeIfAbsent(kind, any -> new ArrayList<>())
                .add(turn);
    }

    void fail(String contender, String why) {
        failures.putIfAbsent(contender, why);
    }

    /** The reason why it counts as not measured. */
    Optional<String> failure(String contender) {
        return Optional.ofNullable(failures.get(contender));
    }

    /** Its turns that contribute to a metric, in the same order for every contender. */
    List<TurnResult> turns(String contender, TurnMetric measure) {
        return measure.kinds().stream().flatMap(kind -> of(contender, kind)).toList();
    }

    List<TurnResult> turns(String contender) {
        return Stream.of(DueTimePattern.values())
                .flatMap(kind -> of(contender, kind))
                .toList();
    }

    private Stream<TurnResult> of(String contender, DueTimePattern kind) {
        return turns.getOrDefault(contender, Map.of()).getOrDefault(kind, List.of()).stream();
    }
}
