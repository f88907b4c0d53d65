package dev.tidings.metadata.sql;

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

/**
 * Converts times, time zones and sets of enum constants to the values of SQL columns and back. An unknown constant, written by a newer
 * version, is an IllegalStateException.
 */
final class ColumnValues {
    private ColumnValues() {}

    static Instant time(Long millis) {
        return Instant.ofEpochMilli(millis);
    }

    static Optional<Instant> optionalTime(Long millis) {
        return Optional.ofNullable(millis).map(Instant::ofEpochMilli);
    }

    static Long optionalMillis(Optional<Instant> time) {
        return time.map(Instant::toEpochMilli).orElse(null);
    }

    /** Time zones are renamed and withdrawn over time; an unknown one must not make the rest of the row unreadable. */
    static Optional<ZoneId> zoneIfKnown(String id) {
        try {
            return Optional.of(ZoneId.of(id));
        } catch (DateTimeException gone) {
            return Optional.empty();
        }
    }

    /** Sorted, so that equal sets are stored alike. */
    static <T extends Comparable<T>> String joined(Collection<T> values, Function<T, String> wire) {
        return values.stream().sorted().map(wire).collect(Collectors.joining(","));
    }

    static <T> Set<T> split(String joined, Function<String, Optional<T>> ofWire) {
        if (joined.isEmpty()) {
            return Set.of();
        }
        return Arrays.stream(joined.split(","))
                .map(wire -> parse(wire, ofWire))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** An unknown word was written by a newer version: a failure is better than a wrong result. */
    static <T> T parse(String wire, Function<String, Optional<T>> ofWire) {
        return ofWire.apply(wire)
                .orElseThrow(() -> new IllegalStateException(
                        "the database contains a value that this version does not know: " + wire));
    }
}
