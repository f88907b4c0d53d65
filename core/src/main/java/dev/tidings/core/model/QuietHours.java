package dev.tidings.core.model;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * A user's daily quiet hours, during which notifications other than critical ones are postponed. Computes the end of the quiet hours that a
 * given time falls into.
 *
 * @param from the first quiet minute
 * @param to the first minute after them; earlier than {@code from} if they span midnight
 * @param zone the user's time zone; empty for that of the profile, or UTC if it has none
 */
public record QuietHours(LocalTime from, LocalTime to, Optional<ZoneId> zone) {
    public QuietHours {
        if (from.equals(to)) {
            throw new IllegalArgumentException("to: got " + to + ", expected another time than from");
        }
    }

    /**
     * The end of the quiet hours that contain {@code now}; empty if it is not quiet. Follows local time also when the clock changes: a
     * skipped hour is not waited for, and an hour that occurs twice is quiet twice.
     *
     * @param defaultZone the zone to use if these hours have none
     */
    public Optional<Instant> until(Instant now, ZoneId defaultZone) {
        ZoneRules rules = zone.orElse(defaultZone).getRules();
        Instant at = now;
        // Goes from one clock change to the next: between two of them, local time advances with real time.
        while (true) {
            ZoneOffset offset = rules.getOffset(at);
            LocalDateTime local = LocalDateTime.ofInstant(at, offset);
            if (!quietAt(local.toLocalTime())) {
                return at.equals(now) ? Optional.empty() : Optional.of(at);
            }
            Instant end = end(local).toInstant(offset);
            ZoneOffsetTransition change = rules.nextTransition(at);
            if (change == null || change.getInstant().isAfter(end)) {
                return Optional.of(end);
            }
            at = change.getInstant();
        }
    }

    private boolean quietAt(LocalTime time) {
        return overnight() ? !time.isBefore(from) || time.isBefore(to) : !time.isBefore(from) && time.isBefore(to);
    }

    private LocalDateTime end(LocalDateTime quiet) {
        boolean tomorrow = overnight() && !quiet.toLocalTime().isBefore(from);
        return quiet.toLocalDate().plusDays(tomorrow ? 1 : 0).atTime(to);
    }

    private boolean overnight() {
        return to.isBefore(from);
    }
}
