package dev.tidings.server.recurring;

import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes the next instants of a recurrence after a given one, from its cron expression or interval. When clocks change for daylight
 * saving time:
 *
 * <ul>
 *   <li>An expression that names hours means local times, each once a day: a time in a gap occurs at the first instant after the gap, a
 *       time in an overlap at the earlier instant.
 *   <li>An expression for every hour means elapsed time: it occurs whenever the local time matches its minutes, so it is neither
 *       duplicated nor an hour late.
 *   <li>An interval is elapsed time.
 * </ul>
 */
public final class Occurrences {
    private static final Duration TICK = Duration.ofMillis(1);

    private final Recurrence when;
    private final Instant anchor;
    private final ZoneRules rules;
    private final CronExpression cron;

    /**
     * @param made the start of an interval without one of its own
     * @throws InvalidCronException if the expression is invalid
     */
    public Occurrences(Recurrence when, Instant made) {
        this.when = when;
        this.anchor = when.start().orElse(made);
        this.rules = when.zone().getRules();
        this.cron = when.rule() instanceof Recurrence.Cron rule ? CronExpression.parse(rule.expression()) : null;
    }

    public static Occurrences of(RecurringSchedule schedule) {
        return new Occurrences(schedule.recurrence(), schedule.createdAt());
    }

    /** The first after an instant; empty if there is none. */
    public Optional<Instant> after(Instant instant) {
        Instant beforeStart = when.start().map(start -> start.minus(TICK)).orElse(instant);
        // Whole milliseconds, as times are stored, so that a tick never skips an occurrence.
        Instant from = (beforeStart.isAfter(instant) ? beforeStart : instant).truncatedTo(ChronoUnit.MILLIS);
        Optional<Instant> next = cron == null ? Optional.of(nextInterval(from)) : nextCron(from);
        return next.filter(
                time -> when.end().isEmpty() || time.isBefore(when.end().get()));
    }

    /** The first occurrences after an instant. */
    public List<Instant> after(Instant instant, int max) {
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = after(instant);
        while (next.isPresent() && times.size() < max) {
            times.add(next.get());
            next = after(next.get());
        }
        return times;
    }

    private Instant nextInterval(Instant from) {
        if (from.isBefore(anchor)) {
            return anchor;
        }
        long interval = ((Recurrence.Every) when.rule()).interval().toMillis();
        long passed = Duration.between(anchor, from).toMillis() / interval;
        return anchor.plusMillis((passed + 1) * interval);
    }

    private Optional<Instant> nextCron(Instant from) {
        return cron.everyHour() ? nextShown(from) : nextTimeOfDay(from);
    }

    /** Between two transitions the offset is constant, so local times are as far apart as instants. */
    private Optional<Instant> nextShown(Instant from) {
        Instant at = from.plus(TICK);
        while (true) {
            ZoneOffset offset = rules.getOffset(at);
            Optional<LocalDateTime> shown = cron.atOrAfter(wholeMinute(LocalDateTime.ofInstant(at, offset)));
            if (shown.isEmpty()) {
                return Optional.empty();
            }
            Instant found = shown.get().toInstant(offset);
            ZoneOffsetTransition change = rules.nextTransition(at);
            if (change == null || found.isBefore(change.getInstant())) {
                return Optional.of(found);
            }
            at = change.getInstant();
        }
    }

    private Optional<Instant> nextTimeOfDay(Instant from) {
        LocalDateTime shown = LocalDateTime.ofInstant(from, rules.getOffset(from));
        Optional<LocalDateTime> next = cron.atOrAfter(shown.truncatedTo(ChronoUnit.MINUTES));
        while (next.isPresent()) {
            Instant found = once(next.get());
            if (found.isAfter(from)) {
                return Optional.of(found);
            }
            next = cron.atOrAfter(next.get().plusMinutes(1));
        }
        return Optional.empty();
    }

    /** The single instant of a local time, which may fall into a gap or an overlap. */
    private Instant once(LocalDateTime time) {
        ZoneOffsetTransition change = rules.getTransition(time);
        if (change == null) {
            return time.toInstant(rules.getOffset(time));
        }
        return change.isGap() ? change.getInstant() : time.toInstant(change.getOffsetBefore());
    }

    private static LocalDateTime wholeMinute(LocalDateTime time) {
        LocalDateTime minute = time.truncatedTo(ChronoUnit.MINUTES);
        return minute.equals(time) ? minute : minute.plusMinutes(1);
    }
}
