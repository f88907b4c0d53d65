package dev.tidings.server.deliver;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.log.Outgoing;
import dev.tidings.server.log.OutgoingCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.widecolumn.Write;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What follows from an attempt at all addresses: another one, or how the channel ends. */
final class Conclusion {
    private final DeliverParts parts;
    private final Outgoing outgoing;
    private final Instant now;
    private final boolean several;

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

    /** By place: null if it is over without a failure. Those that are not over are not among them. */
    private final Map<String, String> over = new LinkedHashMap<>();

    private boolean ends;
    private boolean nobodyAsked;

    Conclusion(DeliverParts parts, Outgoing outgoing) {
        this(parts, outgoing, false);
    }

    /**
     * @param several whether there are, or were, other addresses. Then how it ends is not known from these results alone, and
     *     {@link #end} has to be asked when they are written.
     */
    Conclusion(DeliverParts parts, Outgoing outgoing, boolean several) {
        this.several = several;
        this.parts = parts;
        this.outgoing = outgoing;
        this.now = parts.now();
        this.sent = outgoing.sent();
        // Those that are gone by now are over, too.
        outgoing.places().forEach(place -> over.put(place, null));
    }

    void add(String place, Result result) {
        Result.Failed before = failed;
        understand(place, result);
        boolean goesOn = again.contains(place)
                || notYet.values().stream().anyMatch(wait -> wait.places().contains(place))
                || result instanceof Result.Superseded done && !done.sent();
        if (goesOn) {
            over.remove(place);
        } else {
            over.put(place, failed != before ? failed.code() : null);
        }
    }

    private void understand(String place, Result result) {
        if (result instanceof Result.Sent) {
            sent = true;
        } else if (result instanceof Result.Superseded done) {
            superseded = true;
            goesOnElsewhere |= !done.sent();
            sent |= done.sent();
            sentEarlier |= done.sent();
        } else if (result instanceof Result.Expired late) {
            attempts.addAll(late.attempts());
            expired = true;
        } else if (result instanceof Result.Suppressed why) {
            attempts.addAll(why.attempts());
            suppressed = why;
        } else if (result instanceof Result.Quiet quiet) {
            quiet(place, quiet);
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

    private void quiet(String place, Result.Quiet quiet) {
        attempts.addAll(quiet.attempts());
        Duration after = Duration.between(now, quiet.until());
        if (quiet.attempts().isEmpty()) {
            wait(place, after, null);
        } else {
            // Somebody was asked, so the next is another attempt.
            tryAgain(
                    place,
                    after,
                    new Result.Failed("unavailable", "it was quiet before another provider was asked", List.of()));
        }
    }

    private void notYet(String place, Result.NotYet later) {
        attempts.addAll(later.attempts());
        // Who has it tried once more by hand knows how old it is.
        if (outgoing.round() == 0
                && !now.isBefore(UuidV7.time(outgoing.position()).plus(parts.giveUpAfter()))) {
            failed = new Result.Failed("unavailable", "no provider could be asked for too long", List.of());
            nobodyAsked = true;
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
        ends = later.isEmpty() && !goesOnElsewhere;
        if (several) {
            again.forEach(place -> rows.add(DeliveryRows.open(outgoing, place)));
            notYet.values()
                    .forEach(wait -> wait.places().forEach(place -> rows.add(DeliveryRows.open(outgoing, place))));
            over.forEach((place, code) -> rows.add(DeliveryRows.over(outgoing, place, now, code)));
        } else if (ends) {
            end(rows, told);
        }
        return new Effects.Effect(later, told, rows);
    }

    /** Whether {@link #end} has something to say. */
    boolean mayEnd() {
        return several && ends;
    }

    /** How it ends by what is written down of all addresses, after the {@link #effect} was. */
    Effects.Effect end(Standing standing) {
        List<Write> rows = new ArrayList<>();
        List<LogEntry> told = new ArrayList<>();
        if (!standing.open()) {
            sent |= standing.reached();
            if (!standing.reached() && standing.failure().isPresent()) {
                sent = false;
                fail(standing.failure().get(), standing.taken(), rows, told);
            } else {
                end(rows, told);
            }
        }
        return new Effects.Effect(List.of(), told, rows);
    }

    /** @param taken by a provider that has reported a failure since: that is not for us to try once more */
    private void fail(String reason, boolean taken, List<Write> rows, List<LogEntry> told) {
        rows.add(DeliveryRows.state(outgoing, DeliveryState.FAILED, reason));
        if (!taken) {
            UUID id = lastAttempt != null
                    ? lastAttempt
                    : nobodyAsked ? whenGivenUp() : parts.ids().next();
            String text = failed == null ? "none of several devices could be reached" : failed.text();
            rows.add(DeliveryRows.failed(outgoing, id, reason, text));
        }
        told.addAll(parts.telling().of(Happening.of(outgoing, DeliveryState.FAILED, reason)));
    }

    /** No attempt has an id to go by; whoever comes to this end again comes to the same failure. */
    private UUID whenGivenUp() {
        String delivery = String.join(
                "\n",
                outgoing.notification().toString(),
                outgoing.channel().wire(),
                outgoing.user().tenant(),
                outgoing.user().user());
        return UuidV7.placed(
                UuidV7.time(outgoing.position()).plus(parts.giveUpAfter()),
                UUID.nameUUIDFromBytes(delivery.getBytes(StandardCharsets.UTF_8)));
    }

    /** Nothing is left to be done. What was sent to one address was sent, whatever became of the others. */
    private void end(List<Write> rows, List<LogEntry> told) {
        if (sent) {
            if (sentEarlier) {
                // Whoever noted the attempt may have died before the state was written.
                rows.add(DeliveryRows.state(outgoing, DeliveryState.SENT, null));
            }
        } else if (failed != null) {
            fail(failed.code(), false, rows, told);
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
