package dev.tidings.server.meta;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Values as they stand in columns, and back. */
final class Values {
    private Values() {}

    static Instant time(Long millis) {
        return Instant.ofEpochMilli(millis);
    }

    static Optional<Instant> timeIfAny(Long millis) {
        return Optional.ofNullable(millis).map(Instant::ofEpochMilli);
    }

    static Long millisIfAny(Optional<Instant> time) {
        return time.map(Instant::toEpochMilli).orElse(null);
    }

    /** Zones are renamed and taken back in time; what is stored about one must not keep everything beside it from being read. */
    static Optional<ZoneId> zoneIfKnown(String id) {
        try {
            return Optional.of(ZoneId.of(id));
        } catch (DateTimeException gone) {
            return Optional.empty();
        }
    }

    /** In one order, so that what is equal looks equal in the table too. */
    static <T extends Comparable<T>> String joined(Collection<T> values, Function<T, String> wire) {
        return values.stream().sorted().map(wire).collect(Collectors.joining(","));
    }

    static <T> Set<T> split(String joined, Function<String, Optional<T>> ofWire) {
        if (joined.isEmpty()) {
            return Set.of();
        }
        return Arrays.stream(joined.split(","))
                .map(wire -> known(wire, ofWire))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A word that is not known was written by a newer version: better no answer than a wrong one. */
    static <T> T known(String wire, Function<String, Optional<T>> ofWire) {
        return ofWire.apply(wire)
                .orElseThrow(() ->
                        new IllegalStateException("the database has a word that this version doesn't know: " + wire));
    }
}
