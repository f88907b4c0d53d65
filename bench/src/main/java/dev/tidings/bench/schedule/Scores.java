package dev.tidings.bench.schedule;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All turns of all sides, and who could not go on. */
final class Scores {
    private final Map<String, Map<Kind, List<Turn>>> turns = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    void add(String who, Kind kind, Turn turn) {
        if (turn.firing().missing() == turn.jobs()) {
            fail(who, "fired none of " + turn.jobs() + " jobs");
        }
        turns.computeIfAbsent(who, any -> new EnumMap<>(Kind.class))
                .computeIfAbsent(kind, any -> new ArrayList<>())
                .add(turn);
    }

    void fail(String who, String why) {
        failures.putIfAbsent(who, why);
    }

    /** Why it counts as not measured. */
    Optional<String> failure(String who) {
        return Optional.ofNullable(failures.get(who));
    }

    /** Its turns in which a measure shows, in the same order for everybody. */
    List<Turn> turns(String who, Measure measure) {
        return measure.kinds().stream().flatMap(kind -> of(who, kind)).toList();
    }

    List<Turn> turns(String who) {
        return Stream.of(Kind.values()).flatMap(kind -> of(who, kind)).toList();
    }

    private Stream<Turn> of(String who, Kind kind) {
        return turns.getOrDefault(who, Map.of()).getOrDefault(kind, List.of()).stream();
    }
}
