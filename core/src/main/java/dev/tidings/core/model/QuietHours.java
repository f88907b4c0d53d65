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
 * When a user is not to be disturbed, each day.
 *
 * @param from the first minute of it
 * @param to the first minute after it; before {@code from} if it goes over midnight
 * @param zone where the user's clock hangs; empty leaves it to the profile, and without one to UTC
 */
public record QuietHours(LocalTime from, LocalTime to, Optional<ZoneId> zone) {
    public QuietHours {
        if (from.equals(to)) {
            throw new IllegalArgumentException("to: got " + to + ", expected another time than from");
        }
    }

    /**
     * Until when it is quiet: the first moment at which it is not; empty if that is now. It is as the clock on the wall has it, also
     * on days when that is changed: of an hour that is left out nothing is waited for, and one that comes twice is quiet twice.
     *
     * @param usual the zone if these have none
     */
    public Optional<Instant> until(Instant now, ZoneId usual) {
        ZoneRules rules = zone.orElse(usual).getRules();
        Instant at = now;
        // From change to change of the clock: between two of them it goes as time does.
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
