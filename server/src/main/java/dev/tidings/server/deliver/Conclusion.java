package dev.tidings.server.deliver;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.log.Outgoing;
import dev.tidings.server.log.OutgoingCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What follows from an attempt at all addresses: another one, or how the channel ends. */
final class Conclusion {
    private final DeliverParts parts;
    private final Outgoing outgoing;
    private final Instant now;

    private final List<DeliveryRows.Attempt> attempts = new ArrayList<>();
    private final List<String> again = new ArrayList<>();
    /** By the provider with whom they have a turn; under null those that have none. */
    private final Map<String, Wait> notYet = new HashMap<>();

    private Duration againAfter = Duration.ZERO;
    private boolean sent;
    private boolean sentEarlier;
    private boolean superseded;
    private boolean goesOnElsewhere;
    private boolean expired;
    private Result.Suppressed suppressed;
    private Result.Failed failed;
    private UUID lastAttempt;

    /** Those that wait together, and for how long. */
    private record Wait(List<String> places, Duration after) {}

    Conclusion(DeliverParts parts, Outgoing outgoing) {
        this.parts = parts;
        this.outgoing = outgoing;
        this.now = parts.now();
        this.sent = outgoing.sent();
    }

    void add(String place, Result result) {
        if (result instanceof Result.Sent) {
            sent = true;
        } else if (result instanceof Result.Superseded done) {
            superseded = true;
            goesOnElsewhere |= !done.sent();
            sent |= done.sent();
            sentEarlier |= done.sent();
        } else if (result instanceof Result.Expired) {
            expired = true;
        } else if (result instanceof Result.Suppressed why) {
            attempts.addAll(why.attempts());
            suppressed = why;
        } else if (result instanceof Result.Quiet quiet) {
            wait(place, Duration.between(now, quiet.until()), null);
        } else if (result instanceof Result.NotYet later) {
            notYet(place, later);
        } else if (result instanceof Result.Again wish) {
            attempts.addAll(wish.attempts());
            tryAgain(place, wish.after(), new Result.Failed(wish.code(), wish.text(), List.of()));
        } else if (result instanceof Result.Failed end) {
            attempts.addAll(end.attempts());
            failed = end;
            lastAttempt = end.noted();
        }
    }

    private void notYet(String place, Result.NotYet later) {
        attempts.addAll(later.attempts());
        // Who has it tried once more by hand knows how old it is.
        if (outgoing.round() == 0
                && !now.isBefore(UuidV7.time(outgoing.position()).plus(parts.giveUpAfter()))) {
            failed = new Result.Failed("unavailable", "no provider could be asked for too long", List.of());
        } else if (later.attempts().isEmpty()) {
            wait(place, later.after(), later.turnWith());
        } else {
            // Somebody was asked, so the next is another attempt.
            tryAgain(place, later.after(), new Result.Failed("unavailable", "no other provider works", List.of()));
        }
    }

    private void wait(String place, Duration after, String turnWith) {
        notYet.merge(turnWith, new Wait(List.of(place), after), (one, other) -> {
            List<String> both = new ArrayList<>(one.places());
            both.addAll(other.places());
            return new Wait(both, longer(one.after(), other.after()));
        });
    }

    private void tryAgain(String place, Duration after, Result.Failed otherwise) {
        if (outgoing.attempt() >= parts.backoff().attempts()) {
            failed = otherwise;
        } else {
            again.add(place);
            againAfter = longer(againAfter, after);
        }
    }

    Effects.Effect effect() {
        List<Later> later = new ArrayList<>();
        Instant retryAt = null;
        if (!again.isEmpty()) {
            Duration pause = longer(againAfter, parts.backoff().after(outgoing.attempt(), parts.random()));
            retryAt = later(outgoing.next(again, sent), pause, later);
        }
        notYet.forEach((turnWith, wait) -> later(outgoing.later(wait.places(), sent, turnWith), wait.after(), later));
        List<Write> rows = new ArrayList<>();
        for (DeliveryRows.Attempt attempt : attempts) {
            rows.add(DeliveryRows.attempt(outgoing, attempt, again.contains(attempt.place()) ? retryAt : null));
            lastAttempt = attempt.id();
        }
        List<LogEntry> told = new ArrayList<>();
        // Where another attempt is on its way, whoever makes it tells the end.
        if (later.isEmpty() && !goesOnElsewhere) {
            end(rows, told);
        }
        return new Effects.Effect(later, told, rows);
    }

    /** Nothing is left to be done. What was sent to one address was sent, whatever became of the others. */
    private void end(List<Write> rows, List<LogEntry> told) {
        if (sent) {
            if (sentEarlier) {
                // Whoever noted the attempt may have died before the state was written.
                rows.add(DeliveryRows.state(outgoing, DeliveryState.SENT, null));
            }
        } else if (failed != null) {
            rows.add(DeliveryRows.state(outgoing, DeliveryState.FAILED, failed.code()));
            UUID id = lastAttempt == null ? parts.ids().next() : lastAttempt;
            rows.add(DeliveryRows.failed(outgoing, id, failed.code(), failed.text()));
            told.addAll(parts.telling().of(Happening.of(outgoing, DeliveryState.FAILED, failed.code())));
        } else if (expired) {
            rows.add(DeliveryRows.state(outgoing, DeliveryState.EXPIRED, null));
            told.addAll(parts.telling().of(Happening.of(outgoing, DeliveryState.EXPIRED, null)));
        } else if (suppressed != null) {
            suppress(suppressed.reason().wire(), rows, told);
        } else if (!superseded) {
            // All addresses are gone since it was decided.
            suppress("no_address", rows, told);
        }
    }

    private void suppress(String reason, List<Write> rows, List<LogEntry> told) {
        rows.add(DeliveryRows.state(outgoing, DeliveryState.SUPPRESSED, reason));
        told.addAll(parts.telling().of(Happening.of(outgoing, DeliveryState.SUPPRESSED, reason)));
    }

    private Instant later(Outgoing next, Duration after, List<Later> later) {
        Instant due = now.plus(after);
        later.add(new Later(parts.ids().next(), due, OutgoingCodec.entry(next)));
        return due;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
