package dev.tidings.server.delivery;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.widecolumn.Futures;
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
 * One delivery attempt: sends a record to each remaining address of the user, with failover from provider to provider until one has
 * accepted the message.
 */
final class DeliveryAttempt {
    /** A rate-limit token that becomes valid this soon is waited for in place. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final DeliveryContext parts;
    private final StartBarrier barrier;
    private final OutboundDelivery outgoing;
    private final NotificationType type;
    /** Whether a duplicate is acceptable when the outcome of a call is unknown. */
    private final boolean repeatable;

    /** Whether there are, or were, other addresses. */
    private boolean several;
    /** The rows that mark each address as open, written before a receipt can report a failure; empty if there is only one address. */
    private final List<Write> stillOpen = new ArrayList<>();

    private final Map<AddressKind, List<LimitedProvider>> providers = new EnumMap<>(AddressKind.class);

    /** @param barrier the barrier of the batch */
    DeliveryAttempt(DeliveryContext parts, StartBarrier barrier, OutboundDelivery outgoing, NotificationType type) {
        this.parts = parts;
        this.barrier = barrier;
        this.outgoing = outgoing;
        this.type = type;
        this.repeatable = type.repeatable();
    }

    OutboundDelivery outgoing() {
        return outgoing;
    }

    /**
     * Runs the attempt. Completes when its outcome is durable, whatever it is.
     *
     * @param before the attempts made so far
     */
    CompletableFuture<Void> run(Contact contact, Preferences preferences, PriorAttempts before) {
        List<Contact.ContactAddress> places = places(contact);
        // Only push has several addresses. A retry may carry the remainder of several.
        several = outgoing.channel() == Channel.PUSH
                && (places.size() > 1 || !outgoing.addressIds().isEmpty());
        if (several) {
            places.forEach(place -> stillOpen.add(DeliveryRows.open(outgoing, place.id())));
        }
        List<CompletableFuture<AttemptResult>> results = new ArrayList<>(1);
        List<String> names = new ArrayList<>(1);
        for (Contact.ContactAddress place : places) {
            names.add(place.id());
            results.add(before.resultAt(place.id())
                    .or(() -> check(contact, preferences, List.of()))
                    .map(CompletableFuture::completedFuture)
                    .orElseGet(() -> attempt(place)));
        }
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    Conclusion conclusion = new Conclusion(parts, outgoing, several);
                    for (int i = 0; i < results.size(); i++) {
                        conclusion.add(names.get(i), results.get(i).join());
                    }
                    return barrier.write(conclusion.writes())
                            .thenCompose(written -> conclusion.needsFinalState()
                                    ? end(conclusion)
                                    : CompletableFuture.completedFuture(null));
                });
    }

    private List<Contact.ContactAddress> places(Contact contact) {
        List<Contact.ContactAddress> all = contact.addresses(outgoing.channel());
        return outgoing.addressIds().isEmpty()
                ? all
                : all.stream()
                        .filter(place -> outgoing.addressIds().contains(place.id()))
                        .toList();
    }

    private CompletableFuture<Void> end(Conclusion conclusion) {
        return DeliveryProgress.rows(
                        parts.engine(),
                        outgoing.user().tenant(),
                        outgoing.notification(),
                        outgoing.user().user(),
                        outgoing.channel().wire())
                .thenCompose(rows -> barrier.write(conclusion.end(DeliveryProgress.of(rows, outgoing.round()))));
    }

    /** The longest time its calls can take: each provider may be called once, one after the other. */
    Duration maxDuration() {
        Duration longest = Duration.ZERO;
        for (List<LimitedProvider> pool : providers.values()) {
            Duration all = pool.stream().map(LimitedProvider::timeout).reduce(Duration.ZERO, Duration::plus);
            longest = all.compareTo(longest) > 0 ? all : longest;
        }
        return longest;
    }

    /**
     * The reason not to call a provider now; empty if there is none.
     *
     * @param attempts calls that were made before
     */
    private Optional<AttemptResult> check(
            Contact contact, Preferences preferences, List<DeliveryRows.Attempt> attempts) {
        Instant now = parts.now();
        if (outgoing.expiredBy(now)) {
            return Optional.of(new AttemptResult.Expired(attempts));
        }
        if (!preferences.allows(type, outgoing.channel())) {
            return Optional.of(new AttemptResult.Suppressed(Suppression.OPTED_OUT, attempts));
        }
        return contact.quietUntil(outgoing.priority(), preferences, now)
                .map(until -> new AttemptResult.InQuietHours(until, attempts));
    }

    private CompletableFuture<AttemptResult> attempt(Contact.ContactAddress place) {
        List<LimitedProvider> pool = providers.computeIfAbsent(
                place.address().kind(),
                kind -> parts.providers().providersFor(outgoing.user().tenant(), kind));
        return pool.isEmpty()
                ? CompletableFuture.completedFuture(new AttemptResult.Suppressed(Suppression.NO_PROVIDER))
                : new Asking(place, pool).next();
    }

    /** Calls the providers of one address in order, until one accepts the message. */
    private final class Asking {
        private final Contact.ContactAddress place;
        private final List<LimitedProvider> providers;
        private final List<DeliveryRows.Attempt> attempts = new ArrayList<>();
        private int index;
        /** The best result so far if no provider accepts the message. */
        private AttemptResult best;
        /** The reason against the call found by the last check; null if there is none. */
        private AttemptResult objection;

        Asking(Contact.ContactAddress place, List<LimitedProvider> providers) {
            this.place = place;
            this.providers = providers;
        }

        CompletableFuture<AttemptResult> next() {
            while (index < providers.size()) {
                LimitedProvider carrier = providers.get(index);
                boolean turnTaken = carrier.id().equals(outgoing.awaitedProvider());
                index++;
                if (carrier.isSaturated()) {
                    improve(new AttemptResult.Deferred(parts.queueFullPause(), null, attempts));
                    continue;
                }
                if (!carrier.tryAcquire()) {
                    improve(new AttemptResult.Deferred(carrier.circuitOpenFor(), null, attempts));
                    continue;
                }
                Duration wait = turnTaken ? Duration.ZERO : carrier.reserve();
                if (wait.compareTo(SOON) > 0) {
                    carrier.release();
                    return CompletableFuture.completedFuture(new AttemptResult.Deferred(wait, carrier.id(), attempts));
                }
                return wait.isZero()
                        ? call(carrier)
                        : CompletableFuture.runAsync(
                                        () -> {},
                                        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS))
                                .thenCompose(now -> call(carrier));
            }
            return CompletableFuture.completedFuture(best);
        }

        private CompletableFuture<AttemptResult> call(LimitedProvider carrier) {
            UUID id;
            try {
                id = parts.ids().next();
            } catch (RuntimeException e) {
                carrier.release();
                return CompletableFuture.failedFuture(e);
            }
            Instant at = parts.now();
            long began = System.nanoTime();
            return carrier.call(provider -> repeatable
                            ? checkAndCall(provider)
                            : begin(carrier, id, at).thenCompose(begun -> checkAndCall(provider)))
                    .thenCompose(outcome -> {
                        if (outcome == null) {
                            return notCalled(carrier, id, at);
                        }
                        int took = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                        return answered(new DeliveryRows.Attempt(id, place.id(), carrier.id(), at, took, outcome));
                    });
        }

        /** A call that must not be repeated is stored before it is made, so that no other worker makes it again without knowing. */
        private CompletableFuture<Void> begin(LimitedProvider carrier, UUID id, Instant at) {
            return barrier.write(new OutcomeWriter.DeliveryWrites(
                    List.of(DeliveryRows.started(outgoing, id, place.id(), carrier.id(), at))));
        }

        /** Null if the last check found a reason against the call. */
        private CompletableFuture<Outcome> checkAndCall(Provider provider) {
            InFlightCalls.InFlightCall inFlight = parts.inFlightCalls().begin(outgoing.user());
            try {
                return parts.preferences()
                        .find(outgoing.user())
                        .thenCombine(parts.contacts().find(outgoing.user()), this::lastCheck)
                        .thenCompose(found -> {
                            objection = found.orElse(null);
                            return objection == null
                                    ? provider.deliver(delivery()).exceptionally(Asking::unexpected)
                                    : CompletableFuture.completedFuture(null);
                        })
                        .whenComplete((outcome, failure) -> inFlight.end());
            } catch (RuntimeException e) {
                inFlight.end();
                return CompletableFuture.failedFuture(e);
            }
        }

        /**
         * Repeats the first check, which may be long ago: the call waited for a permit and for the row that marks its start. A push
         * token may belong to another user by now.
         */
        private Optional<AttemptResult> lastCheck(Preferences wishes, Contact contact) {
            return check(contact, wishes, attempts).or(() -> checkAddress(contact));
        }

        private Optional<AttemptResult> checkAddress(Contact contact) {
            if (contact.addresses(outgoing.channel()).contains(place)) {
                return Optional.empty();
            }
            Suppression why = contact.isUnreachable(outgoing.channel())
                    ? Suppression.ADDRESS_UNREACHABLE
                    : Suppression.NO_ADDRESS;
            return Optional.of(new AttemptResult.Suppressed(why, attempts));
        }

        private CompletableFuture<AttemptResult> notCalled(LimitedProvider carrier, UUID id, Instant at) {
            return repeatable
                    ? CompletableFuture.completedFuture(objection)
                    : barrier.write(new OutcomeWriter.DeliveryWrites(
                                    List.of(DeliveryRows.notCalled(outgoing, id, place.id(), carrier.id(), at))))
                            .thenApply(written -> objection);
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

        private static Outcome unexpected(Throwable failure) {
            return new Outcome.Unclear(
                    "error", Futures.unwrap(failure).getClass().getSimpleName());
        }

        private CompletableFuture<AttemptResult> answered(DeliveryRows.Attempt attempt) {
            Outcome outcome = attempt.outcome();
            if (outcome instanceof Outcome.Accepted accepted) {
                return accepted(attempt, accepted.providerMessageId());
            }
            attempts.add(attempt);
            if (outcome instanceof Outcome.Retry retry) {
                improve(new AttemptResult.RetryLater(retry.after(), retry.code(), retry.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Rejected rejected) {
                improve(new AttemptResult.Failed(rejected.code(), rejected.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Unregistered gone
                    && place.address().kind().channel() != Channel.PUSH) {
                // One server that does not know a mailbox or a number may be the wrong server.
                improve(new AttemptResult.Failed(gone.code(), gone.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Unregistered gone) {
                return parts.contacts()
                        .reportUnreachable(outgoing.user(), place.address(), attempt.at())
                        .thenApply(done -> new AttemptResult.Failed(gone.code(), gone.text(), attempts));
            }
            Outcome.Unclear unclear = (Outcome.Unclear) outcome;
            // The provider may have the message already: no other one is called.
            return CompletableFuture.completedFuture(
                    repeatable
                            ? new AttemptResult.RetryLater(Duration.ZERO, unclear.code(), unclear.text(), attempts)
                            : new AttemptResult.Failed("unclear", unclear.text(), attempts));
        }

        private CompletableFuture<AttemptResult> accepted(DeliveryRows.Attempt attempt, String messageId) {
            List<Write> rows = new ArrayList<>(attempts.size() + 3);
            attempts.forEach(before -> rows.add(DeliveryRows.attempt(outgoing, before, null)));
            rows.add(DeliveryRows.attempt(outgoing, attempt, null));
            rows.add(DeliveryRows.message(outgoing, attempt, messageId));
            rows.add(DeliveryRows.state(outgoing, DeliveryState.SENT, null));
            rows.addAll(stillOpen);
            return barrier.write(new OutcomeWriter.DeliveryWrites(
                            List.of(),
                            parts.events().eventsFor(DeliveryEvent.of(outgoing, DeliveryState.SENT, null)),
                            rows))
                    .thenApply(durable -> new AttemptResult.Sent());
        }

        /** Waiting for a provider is better than a dead letter, and a retry is better still because it counts as an attempt. */
        private void improve(AttemptResult other) {
            if (best == null || rank(other) > rank(best)) {
                best = other;
            } else if (best instanceof AttemptResult.RetryLater one && other instanceof AttemptResult.RetryLater two) {
                best = one.after().compareTo(two.after()) <= 0 ? one : two;
            }
        }

        private static int rank(AttemptResult result) {
            return result instanceof AttemptResult.Failed ? 0 : result instanceof AttemptResult.Deferred ? 1 : 2;
        }
    }
}
