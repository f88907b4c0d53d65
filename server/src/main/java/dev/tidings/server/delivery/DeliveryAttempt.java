package dev.tidings.server.delivery;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.provider.LimitedProvider;
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
 * One attempt of an outbound delivery: sends the message to each remaining address of the user, with failover from provider to provider
 * until one accepts it, and writes the outcome.
 *
 * <p>Expiry, opt-outs and quiet hours are checked at the start and again right before each call. An address whose providers are rate
 * limited or unavailable is deferred; if no provider was called, that does not count as an attempt. {@link AttemptConclusion} turns the results of
 * all addresses into a retry, a dead letter or a final state.
 */
final class DeliveryAttempt {
    /** The longest wait for a rate-limit token within the attempt; for a longer one the delivery is parked. */
    private static final Duration MAX_TOKEN_WAIT = Duration.ofMillis(200);

    private final DeliveryContext parts;
    private final StartBarrier barrier;
    private final OutboundDelivery outboundDelivery;
    private final NotificationType type;
    /** Whether a duplicate is acceptable when the outcome of a call is unknown. */
    private final boolean repeatable;

    /** Whether the delivery has, or had before a retry, more than one address. */
    private boolean several;
    /** Rows that mark each address as open, stored before a receipt can report a failure; empty if there is only one address. */
    private final List<Write> openRows = new ArrayList<>();

    private final Map<AddressKind, List<LimitedProvider>> providers = new EnumMap<>(AddressKind.class);

    /** @param barrier the barrier of the batch */
    DeliveryAttempt(
            DeliveryContext parts, StartBarrier barrier, OutboundDelivery outboundDelivery, NotificationType type) {
        this.parts = parts;
        this.barrier = barrier;
        this.outboundDelivery = outboundDelivery;
        this.type = type;
        this.repeatable = type.repeatable();
    }

    OutboundDelivery outboundDelivery() {
        return outboundDelivery;
    }

    /**
     * Runs the attempt. Completes when its outcome is durable, whatever it is.
     *
     * @param before the attempts made so far
     */
    CompletableFuture<Void> run(Contact contact, Preferences preferences, PriorAttempts before) {
        List<Contact.ContactAddress> addresses = addresses(contact);
        // Only push has several addresses. A retry may carry the remainder of several.
        several = outboundDelivery.channel() == Channel.PUSH
                && (addresses.size() > 1 || !outboundDelivery.addressIds().isEmpty());
        if (several) {
            addresses.forEach(address -> openRows.add(DeliveryRows.open(outboundDelivery, address.id())));
        }
        List<CompletableFuture<AttemptResult>> results = new ArrayList<>(1);
        List<String> addressIds = new ArrayList<>(1);
        for (Contact.ContactAddress address : addresses) {
            addressIds.add(address.id());
            results.add(before.resultAt(address.id())
                    .or(() -> check(contact, preferences, List.of()))
                    .map(CompletableFuture::completedFuture)
                    .orElseGet(() -> attempt(address)));
        }
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    AttemptConclusion conclusion = new AttemptConclusion(parts, outboundDelivery, several);
                    for (int i = 0; i < results.size(); i++) {
                        conclusion.add(addressIds.get(i), results.get(i).join());
                    }
                    return barrier.write(conclusion.writes())
                            .thenCompose(written -> conclusion.needsFinalState()
                                    ? writeFinalState(conclusion)
                                    : CompletableFuture.completedFuture(null));
                });
    }

    private List<Contact.ContactAddress> addresses(Contact contact) {
        List<Contact.ContactAddress> all = contact.addresses(outboundDelivery.channel());
        return outboundDelivery.addressIds().isEmpty()
                ? all
                : all.stream()
                        .filter(address -> outboundDelivery.addressIds().contains(address.id()))
                        .toList();
    }

    private CompletableFuture<Void> writeFinalState(AttemptConclusion conclusion) {
        return DeliveryProgress.rows(
                        parts.engine(),
                        outboundDelivery.user().tenant(),
                        outboundDelivery.notification(),
                        outboundDelivery.user().user(),
                        outboundDelivery.channel().wire())
                .thenCompose(
                        rows -> barrier.write(conclusion.end(DeliveryProgress.of(rows, outboundDelivery.round()))));
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
        if (outboundDelivery.expiredBy(now)) {
            return Optional.of(new AttemptResult.Expired(attempts));
        }
        if (!preferences.allows(type, outboundDelivery.channel())) {
            return Optional.of(new AttemptResult.Suppressed(Suppression.OPTED_OUT, attempts));
        }
        return contact.quietUntil(outboundDelivery.priority(), preferences, now)
                .map(until -> new AttemptResult.InQuietHours(until, attempts));
    }

    private CompletableFuture<AttemptResult> attempt(Contact.ContactAddress address) {
        List<LimitedProvider> pool = providers.computeIfAbsent(
                address.address().kind(),
                kind -> parts.providers().providersFor(outboundDelivery.user().tenant(), kind));
        return pool.isEmpty()
                ? CompletableFuture.completedFuture(new AttemptResult.Suppressed(Suppression.NO_PROVIDER))
                : new ProviderFailover(address, pool).next();
    }

    /** Calls the providers of one address in order, until one accepts the message. */
    private final class ProviderFailover {
        private final Contact.ContactAddress address;
        private final List<LimitedProvider> providers;
        private final List<DeliveryRows.Attempt> attempts = new ArrayList<>();
        private int index;
        /** The best result so far if no provider accepts the message. */
        private AttemptResult best;
        /** The reason why the last check forbade the call; null if it did not. */
        private AttemptResult objection;

        ProviderFailover(Contact.ContactAddress address, List<LimitedProvider> providers) {
            this.address = address;
            this.providers = providers;
        }

        CompletableFuture<AttemptResult> next() {
            while (index < providers.size()) {
                LimitedProvider provider = providers.get(index);
                boolean tokenReserved = provider.id().equals(outboundDelivery.awaitedProvider());
                index++;
                if (provider.isSaturated()) {
                    improve(new AttemptResult.Deferred(parts.queueFullPause(), null, attempts));
                    continue;
                }
                if (!provider.tryAcquire()) {
                    improve(new AttemptResult.Deferred(provider.circuitOpenFor(), null, attempts));
                    continue;
                }
                Duration wait = tokenReserved ? Duration.ZERO : provider.reserve();
                if (wait.compareTo(MAX_TOKEN_WAIT) > 0) {
                    provider.release();
                    return CompletableFuture.completedFuture(new AttemptResult.Deferred(wait, provider.id(), attempts));
                }
                return wait.isZero()
                        ? call(provider)
                        : CompletableFuture.runAsync(
                                        () -> {},
                                        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS))
                                .thenCompose(now -> call(provider));
            }
            return CompletableFuture.completedFuture(best);
        }

        private CompletableFuture<AttemptResult> call(LimitedProvider provider) {
            UUID id;
            try {
                id = parts.ids().next();
            } catch (RuntimeException e) {
                provider.release();
                return CompletableFuture.failedFuture(e);
            }
            Instant at = parts.now();
            long startedNanos = System.nanoTime();
            return provider.call(target -> repeatable
                            ? checkAndCall(target)
                            : begin(provider, id, at).thenCompose(stored -> checkAndCall(target)))
                    .thenCompose(outcome -> {
                        if (outcome == null) {
                            return notCalled(provider, id, at);
                        }
                        int tookMillis = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
                        return answered(
                                new DeliveryRows.Attempt(id, address.id(), provider.id(), at, tookMillis, outcome));
                    });
        }

        /** Stores a call that must not be repeated before it is made, so that another worker that gets the record does not repeat it. */
        private CompletableFuture<Void> begin(LimitedProvider provider, UUID id, Instant at) {
            return barrier.write(new OutcomeWriter.DeliveryWrites(
                    List.of(DeliveryRows.started(outboundDelivery, id, address.id(), provider.id(), at))));
        }

        /** Repeats the checks and calls the provider. Completes with null if the call must not be made; {@link #objection} says why. */
        private CompletableFuture<Outcome> checkAndCall(Provider provider) {
            InFlightCalls.InFlightCall inFlight = parts.inFlightCalls().begin(outboundDelivery.user());
            try {
                return parts.preferences()
                        .find(outboundDelivery.user())
                        .thenCombine(parts.contacts().find(outboundDelivery.user()), this::lastCheck)
                        .thenCompose(found -> {
                            objection = found.orElse(null);
                            return objection == null
                                    ? provider.deliver(delivery()).exceptionally(ProviderFailover::unexpected)
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
        private Optional<AttemptResult> lastCheck(Preferences preferences, Contact contact) {
            return check(contact, preferences, attempts).or(() -> checkAddress(contact));
        }

        private Optional<AttemptResult> checkAddress(Contact contact) {
            if (contact.addresses(outboundDelivery.channel()).contains(address)) {
                return Optional.empty();
            }
            Suppression why = contact.isUnreachable(outboundDelivery.channel())
                    ? Suppression.ADDRESS_UNREACHABLE
                    : Suppression.NO_ADDRESS;
            return Optional.of(new AttemptResult.Suppressed(why, attempts));
        }

        private CompletableFuture<AttemptResult> notCalled(LimitedProvider provider, UUID id, Instant at) {
            return repeatable
                    ? CompletableFuture.completedFuture(objection)
                    : barrier.write(new OutcomeWriter.DeliveryWrites(List.of(
                                    DeliveryRows.notCalled(outboundDelivery, id, address.id(), provider.id(), at))))
                            .thenApply(written -> objection);
        }

        private Delivery delivery() {
            return new Delivery(
                    outboundDelivery.user(),
                    outboundDelivery.notification(),
                    address.address(),
                    outboundDelivery.message(),
                    outboundDelivery.priority(),
                    outboundDelivery.expiresAt(),
                    outboundDelivery.attempt());
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
                    && address.address().kind().channel() != Channel.PUSH) {
                // A server that does not know a mailbox or a number may be misconfigured: the next provider is called.
                improve(new AttemptResult.Failed(gone.code(), gone.text(), attempts));
                return next();
            }
            if (outcome instanceof Outcome.Unregistered gone) {
                return parts.contacts()
                        .reportUnreachable(outboundDelivery.user(), address.address(), attempt.at())
                        .thenApply(done -> new AttemptResult.Failed(gone.code(), gone.text(), attempts));
            }
            Outcome.Unclear unclear = (Outcome.Unclear) outcome;
            // The provider may have accepted the message, so no other provider is called.
            return CompletableFuture.completedFuture(
                    repeatable
                            ? new AttemptResult.RetryLater(Duration.ZERO, unclear.code(), unclear.text(), attempts)
                            : new AttemptResult.Failed("unclear", unclear.text(), attempts));
        }

        private CompletableFuture<AttemptResult> accepted(DeliveryRows.Attempt attempt, String messageId) {
            List<Write> rows = new ArrayList<>(attempts.size() + 3);
            attempts.forEach(before -> rows.add(DeliveryRows.attempt(outboundDelivery, before, null)));
            rows.add(DeliveryRows.attempt(outboundDelivery, attempt, null));
            rows.add(DeliveryRows.message(outboundDelivery, attempt, messageId));
            DeliveryEvent change = DeliveryEvent.of(outboundDelivery, DeliveryStatus.of(DeliveryState.SENT));
            rows.add(DeliveryRows.state(change));
            rows.addAll(openRows);
            return barrier.write(new OutcomeWriter.DeliveryWrites(
                            List.of(), parts.events().eventsFor(change), rows))
                    .thenApply(durable -> new AttemptResult.Sent());
        }

        /** Keeps the better result: deferred is better than failed, and a retry is better still because it counts as an attempt. */
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
