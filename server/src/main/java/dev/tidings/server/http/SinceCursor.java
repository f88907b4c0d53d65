package dev.tidings.server.http;

import dev.tidings.core.model.ResultPage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The start time and the position of a call that lists back to a start time, read from its parameters {@code since} and {@code cursor}. The
 * cursor of the next page includes the start time, so that a list with the default one keeps it on later pages.
 */
record SinceCursor(Instant since, Optional<String> inner) {
    private static final int RADIX = 36;
    private static final Instant LATEST = Instant.parse("+10000-01-01T00:00:00Z");

    static SinceCursor of(ApiRequest call, Instant now, Duration defaultPeriod) {
        Optional<Instant> since = call.since().map(SinceCursor::withinIds);
        Optional<String> cursor = call.cursor();
        if (cursor.isEmpty()) {
            return new SinceCursor(since.orElseGet(() -> withinIds(now.minus(defaultPeriod))), Optional.empty());
        }
        String text = cursor.get();
        int dot = text.indexOf('.');
        Optional<Instant> first = dot < 1 ? Optional.empty() : time(text.substring(0, dot));
        if (first.isEmpty() || since.isPresent() && !since.equals(first)) {
            throw Cursors.invalid(text);
        }
        return new SinceCursor(first.get(), Optional.of(text.substring(dot + 1)));
    }

    /** Ids have millisecond precision and start in 1970. */
    private static Instant withinIds(Instant time) {
        return time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time.truncatedTo(ChronoUnit.MILLIS);
    }

    private static Optional<Instant> time(String text) {
        try {
            Instant time = Instant.ofEpochMilli(Long.parseLong(text, RADIX));
            return time.equals(withinIds(time)) && time.isBefore(LATEST) ? Optional.of(time) : Optional.empty();
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    <T> ResultPage<T> wrap(ResultPage<T> listing) {
        String time = Long.toString(since.toEpochMilli(), RADIX);
        return new ResultPage<>(listing.items(), listing.next().map(next -> time + "." + next));
    }
}
