package dev.tidings.core.model;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
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
     * Until when it is quiet; empty if it is not quiet now. On days when clocks are changed the quiet time is as the clock on the
     * wall has it.
     *
     * @param usual the zone if these have none
     */
    public Optional<Instant> until(Instant now, ZoneId usual) {
        ZoneId at = zone.orElse(usual);
        ZonedDateTime local = now.atZone(at);
        LocalTime time = local.toLocalTime();
        boolean overnight = to.isBefore(from);
        boolean quiet =
                overnight ? !time.isBefore(from) || time.isBefore(to) : !time.isBefore(from) && time.isBefore(to);
        if (!quiet) {
            return Optional.empty();
        }
        boolean tomorrow = overnight && !time.isBefore(from);
        LocalDateTime end = local.toLocalDate().plusDays(tomorrow ? 1 : 0).atTime(to);
        Instant until = end.atZone(at).toInstant();
        // Of an hour that the clock shows twice, the first may be over already.
        return Optional.of(
                until.isAfter(now)
                        ? until
                        : end.atZone(at).withLaterOffsetAtOverlap().toInstant());
    }
}
