package dev.tidings.server.deliver;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.log.Outgoing;
import dev.tidings.widecolumn.Answers;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One record on its way out: an attempt at each of the user's addresses that is left, with one provider after the other, until one
 * has taken it or nobody is left to ask.
 */
final class Journey {
    /** A turn that comes this soon is waited for on the spot. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final DeliverParts parts;
    private final Together together;
    private final Outgoing outgoing;
    private final NotificationType type;
    /** Whether it may come twice if nobody knows whether it came once. */
    private final boolean repeatable;

    /** Whether there are, or were, other addresses. */
    private boolean several;
    /** What says so of each, to be written before anybody can report that one has failed; nothing if there is only one. */
    private final List<Write> stillOpen = new ArrayList<>();

    private final Map<AddressKind, List<Carrier>> carriers = new EnumMap<>(AddressKind.class);

    /** @param together with whose effects its own are written */
    Journey(DeliverParts parts, Together together, Outgoing outgoing, NotificationType type) {
        this.parts = parts;
        this.together = together;
        this.outgoing = outgoing;
        this.type = type;
        this.repeatable = type.repeatable();
    }

    Outgoing outgoing() {
        return outgoing;
    }

    /**
     * Durable when it completes, whatever it came to.
     *
     * @param before what has been tried so far
     */
    CompletableFuture<Void> go(Contact contact, Preferences preferences, TriedBefore before) {
        List<Contact.Place> places = places(contact);
        // Only of devices there can be several. What is tried again may be what is left of several.
        several = outgoing.channel() == Channel.PUSH
                && (places.size() > 1 || !outgoing.places().isEmpty());
        if (several) {
            places.forEach(place -> stillOpen.add(DeliveryRows.open(outgoing, place.id())));
        }
        List<CompletableFuture<Result>> results = new ArrayList<>(1);
        List<String> names = new ArrayList<>(1);
        for (Contact.Place place : places) {
            names.add(place.id());
            results.add(before.of(place.id())
                    .or(() -> look(contact, preferences, List.of()))
                    .map(CompletableFuture::completedFuture)
                    .orElseGet(() -> attempt(place)));
        }
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    Conclusion conclusion = new Conclusion(parts, outgoing, several);
                    for (int i = 0; i < results.size(); i++) {
                        conclusion.add(names.get(i), results.get(i).join());
                    }
                    return together.write(conclusion.effect())
                            .thenCompose(written ->
                                    conclusion.mayEnd() ? end(conclusion) : CompletableFuture.completedFuture(null));
                });
    }

    private List<Contact.Place> places(Contact contact) {
        List<Contact.Place> all = contact.places(outgoing.channel());
        return outgoing.places().isEmpty()
                ? all
                : all.stream()
                        .filter(place -> outgoing.places().contains(place.id()))
                        .toList();
    }

    private CompletableFuture<Void> end(Conclusion conclusion) {
        return Standing.rows(
                        parts.engine(),
                        outgoing.user().tenant(),
                        outgoing.notification(),
                        outgoing.user().user(),
                        outgoing.channel().wire())
                .thenCompose(rows -> together.write(conclusion.end(Standing.of(rows, outgoing.round()))));
    }

    /** When its calls are over, at the latest: each provider may be asked once, one after the other. */
    Duration longest() {
        Duration longest = Duration.ZERO;
        for (List<Carrier> of : carriers.values()) {
            Duration all = of.stream().map(Carrier::timeout).reduce(Duration.ZERO, Duration::plus);
            longest = all.compareTo(longest) > 0 ? all : longest;
        }
        return longest;
    }

    /**
     * What speaks against asking anybody now.
     *
     * @param attempts calls that were made before
     */
    private Optional<Result> look(Contact contact, Preferences preferences, List<DeliveryRows.Attempt> attempts) {
        Instant now = parts.now();
        if (outgoing.expiredBy(now)) {
            return Optional.of(new Result.Expired(attempts));
        }
        if (!preferences.allows(type, outgoing.channel())) {
            return Optional.of(new Result.Suppressed(Suppression.OPTED_OUT, attempts));
        }
        return contact.quietUntil(outgoing.priority(), preferences, now)
                .map(until -> new Result.Quiet(until, attempts));
    }

    private CompletableFuture<Result> attempt(Contact.Place place) {
        List<Carrier> of = carriers.computeIfAbsent(
                place.address().kind(),
                kind -> parts.carriers().of(outgoing.user().tenant(), kind));
        return of.isEmpty()
                ? CompletableFuture.completedFuture(new Result.Suppressed(Suppression.NO_PROVIDER))
                : new Asking(place, of).next();
    }

    /** One provider after the other. */
    private final class Asking {
        private final Contact.Place place;
        private final List<Carrier> asked;
        private final List<DeliveryRows.Attempt> attempts = new ArrayList<>();
        private int index;
        /** The best that can be said if nobody takes it. */
        private Result soFar;
        /** What the last look found against it; null if nothing. */
        private Result against;

        Asking(Contact.Place place, List<Carrier> asked) {
            this.place = place;
            this.asked = asked;
        }

        CompletableFuture<Result> next() {
            while (index < asked.size()) {
                Carrier carrier = asked.get(index);
                boolean turnTaken = carrier.id().equals(outgoing.turnWith());
                index++;
                if (carrier.isCrowded()) {
                    better(new Result.NotYet(parts.crowded(), null, attempts));
                    continue;
                }
                if (!carrier.enter()) {
                    better(new Result.NotYet(carrier.closedFor(), null, attempts));
                    continue;
                }
                Duration wait = turnTaken ? Duration.ZERO : carrier.turn();
                if (wait.compareTo(SOON) > 0) {
                    carrier.leave();
                    return CompletableFuture.completedFuture(new Result.NotYet(wait, carrier.id(), attempts));
                }
                return wait.isZero()
                        ? call(carrier)
                        : CompletableFuture.runAsync(
                                        () -> {},
                                        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS))
                                .thenCompose(now -> call(carrier));
            }
            return CompletableFuture.completedFuture(soFar);
        }

        private CompletableFuture<Result> call(Carrier carrier) {
            UUID id;
            try {
                id = parts.ids().next();
            } catch (RuntimeException e) {
                carrier.leave();
                return CompletableFuture.failedFuture(e);
            }
            Instant at = parts.now();
            long began = System.nanoTime();
            return carrier.call(provider -> repeatable
                            ? lastLookAndCall(provider)
                            : begin(carrier, id, at).thenCompose(begun -> lastLookAndCall(provider)))
                    .thenCompose(outcome -> {
                        if (outcome == null) {
                            return notCalled(carrier, id, at);
                        }
                        int took = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                        return heard(new DeliveryRows.Attempt(id, place.id(), carrier.id(), at, took, outcome));
                    });
        }

        /** What must not come twice is written down before it is called, so that nobody calls again who does not know. */
        private CompletableFuture<Void> begin(Carrier carrier, UUID id, Instant at) {
            return together.write(
                    new Effects.Effect(List.of(DeliveryRows.started(outgoing, id, place.id(), carrier.id(), at))));
        }

        /** Null if something speaks against it by now. */
        private CompletableFuture<Outcome> lastLookAndCall(Provider provider) {
            CallsUnderWay.Call underWay = parts.calls().begin(outgoing.user());
            try {
                return parts.preferences()
                        .find(outgoing.user())
                        .thenCombine(parts.contacts().find(outgoing.user()), this::lastLook)
                        .thenCompose(found -> {
                            against = found.orElse(null);
                            return against == null
                                    ? provider.deliver(delivery()).exceptionally(Asking::mistake)
                                    : CompletableFuture.completedFuture(null);
                        })
                        .whenComplete((outcome, failure) -> underWay.end());
            } catch (RuntimeException e) {
                underWay.end();
                return CompletableFuture.failedFuture(e);
            }
        }

        /**
         * At the same as the first, which may be long ago: there was a place in line to wait for, and tables had to take the note of
         * the call. A token may be another user's by now.
         */
        private Optional<Result> lastLook(Preferences wishes, Contact contact) {
            return look(contact, wishes, attempts).or(() -> lookForPlace(contact));
        }

        private Optional<Result> lookForPlace(Contact contact) {
            if (contact.places(outgoing.channel()).contains(place)) {
                return Optional.empty();
            }
            Suppression why = contact.isUnreachable(outgoing.channel())
                    ? Suppression.ADDRESS_UNREACHABLE
                    : Suppression.NO_ADDRESS;
            return Optional.of(new Result.Suppressed(why, attempts));
        }

        private CompletableFuture<Result> notCalled(Carrier carrier, UUID id, Instant at) {
            return repeatable
                    ? CompletableFuture.completedFuture(against)
                    : together.write(new Effects.Effect(
                                    List.of(DeliveryRows.notCalled(outgoing, id, place.id(), carrier.id(), at))))
                            .thenApply(written -> against);
        }

        private Delivery delivery() {
            return new Delivery(
                    outgoing.user(),
                    outgoing.notification(),
                    place.address(),
                    outgoing.message(),
                    outgoing.priority(),
                    outgoing.expiresAt(),
                    outgoing.attempt());
        }

        private static Outcome mistake(Throwable failure) {
            return new Outcome.Unclear(
                    "error", Answers.cause(failure).getClass().getSimpleName());
        }

        private CompletableFuture<Result> heard(DeliveryRows.Attempt attempt) {
            Outcome outcome = attempt.outcome();
            if (outcome instanceof Outcome.Accepted accepted) {
                return accepted(attempt, accepted.providerMessageId());
            }
            attempts.add(attempt);
            if (outcome instanceof Outcome.Retry retry) {
                better(new Result.Again(retry.after(), retry.code(), retry.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Rejected rejected) {
                better(new Result.Failed(rejected.code(), rejected.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Unregistered gone
                    && place.address().kind().channel() != Channel.PUSH) {
                // A server that does not know a mailbox or a number may not be the one to ask.
                better(new Result.Failed(gone.code(), gone.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Unregistered gone) {
                return parts.contacts()
                        .unregistered(outgoing.user(), place.address(), attempt.at())
                        .thenApply(done -> new Result.Failed(gone.code(), gone.text(), attempts));
            }
            Outcome.Unclear unclear = (Outcome.Unclear) outcome;
            // Somebody may have it already: nobody else is asked.
            return CompletableFuture.completedFuture(
                    repeatable
                            ? new Result.Again(Duration.ZERO, unclear.code(), unclear.text(), attempts)
                            : new Result.Failed("unclear", unclear.text(), attempts));
        }

        private CompletableFuture<Result> accepted(DeliveryRows.Attempt attempt, String messageId) {
            List<Write> rows = new ArrayList<>(attempts.size() + 3);
            attempts.forEach(before -> rows.add(DeliveryRows.attempt(outgoing, before, null)));
            rows.add(DeliveryRows.attempt(outgoing, attempt, null));
            rows.add(DeliveryRows.message(outgoing, attempt, messageId));
            rows.add(DeliveryRows.state(outgoing, DeliveryState.SENT, null));
            rows.addAll(stillOpen);
            return together.write(new Effects.Effect(
                            List.of(), parts.telling().of(Happening.of(outgoing, DeliveryState.SENT, null)), rows))
                    .thenApply(durable -> new Result.Sent());
        }

        /** To wait for somebody is better than to give up, and whoever was asked has made it an attempt. */
        private void better(Result other) {
            if (soFar == null || rank(other) > rank(soFar)) {
                soFar = other;
            } else if (soFar instanceof Result.Again one && other instanceof Result.Again two) {
                soFar = one.after().compareTo(two.after()) <= 0 ? one : two;
            }
        }

        private static int rank(Result result) {
            return result instanceof Result.Failed ? 0 : result instanceof Result.NotYet ? 1 : 2;
        }
    }
}
