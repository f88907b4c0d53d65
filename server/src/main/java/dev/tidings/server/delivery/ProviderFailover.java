package dev.tidings.server.delivery;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Suppression;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.provider.LimitedProvider;
import dev.tidings.widecolumn.Futures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls the providers of one address in order, until one accepts the message or may have accepted it. An address whose providers are rate
 * limited or unavailable is deferred. Right before each call the {@link PreSendCheck} is repeated, and the {@link OwnershipCheck} made.
 */
final class ProviderFailover {
    /** The longest wait for a rate-limit token within the attempt; for a longer one the delivery is parked. */
    private static final Duration MAX_TOKEN_WAIT = Duration.ofMillis(200);

    private final DeliveryContext parts;
    private final AttemptWriter writer;
    private final PreSendCheck check;
    private final OwnershipCheck owner;
    private final OutboundDelivery delivery;
    private final Contact.ContactAddress address;
    private final List<LimitedProvider> providers;
    /** The ids of the calls so far, one after the other. */
    private final Set<UUID> calls = ConcurrentHashMap.newKeySet();

    /**
     * The providers tried so far.
     *
     * @param count the number of providers that were called or skipped
     * @param best the best result so far if no provider accepts the message; null if there is none
     */
    private record Tried(int count, List<AnsweredCall> calls, List<SkippedProvider> skipped, AttemptResult best) {
        static final Tried NONE = new Tried(0, List.of(), List.of(), null);

        Tried skip(SkippedProvider provider, AttemptResult deferred) {
            List<SkippedProvider> all = new ArrayList<>(skipped);
            all.add(provider);
            return new Tried(count + 1, calls, all, AttemptResult.better(best, deferred));
        }

        Tried called(AnsweredCall call, AttemptResult result) {
            return new Tried(count + 1, with(call).calls(), skipped, AttemptResult.better(best, result));
        }

        Tried with(AnsweredCall call) {
            List<AnsweredCall> all = new ArrayList<>(calls);
            all.add(call);
            return new Tried(count, all, skipped, best);
        }
    }

    ProviderFailover(
            DeliveryContext parts,
            AttemptWriter writer,
            PreSendCheck check,
            OwnershipCheck owner,
            Contact.ContactAddress address,
            List<LimitedProvider> providers) {
        this.parts = parts;
        this.writer = writer;
        this.check = check;
        this.owner = owner;
        this.delivery = check.delivery();
        this.address = address;
        this.providers = providers;
    }

    /** Completes when the result is known. An acceptance is not stored yet. */
    CompletableFuture<AddressAttempt> run() {
        return providers.isEmpty()
                ? ended(new AttemptResult.Suppressed(Suppression.NO_PROVIDER), Tried.NONE)
                : next(Tried.NONE);
    }

    private CompletableFuture<AddressAttempt> next(Tried before) {
        Tried tried = before;
        while (tried.count() < providers.size()) {
            LimitedProvider provider = providers.get(tried.count());
            if (provider.isSaturated()) {
                String text = "the queue of the account is full";
                tried = tried.skip(
                        skipped(provider, "queue_full", text),
                        new AttemptResult.Deferred(parts.queueFullPause(), null));
            } else if (!provider.tryAcquire()) {
                String text = provider.state().problem().orElse("a probe of the provider is in flight");
                tried = tried.skip(
                        skipped(provider, "circuit_open", text),
                        new AttemptResult.Deferred(provider.circuitOpenFor(), null));
            } else {
                return reserveAndCall(provider, tried);
            }
        }
        return ended(tried.best(), tried);
    }

    private SkippedProvider skipped(LimitedProvider provider, String code, String text) {
        return new SkippedProvider(address.id(), provider.id(), parts.now(), code, text);
    }

    private CompletableFuture<AddressAttempt> reserveAndCall(LimitedProvider provider, Tried tried) {
        boolean tokenReserved = provider.id().equals(delivery.awaitedProvider());
        Duration wait = tokenReserved ? Duration.ZERO : provider.reserve();
        if (wait.compareTo(MAX_TOKEN_WAIT) > 0) {
            provider.release();
            return ended(new AttemptResult.Deferred(wait, provider.id()), tried);
        }
        return wait.isZero()
                ? call(provider, tried)
                : CompletableFuture.runAsync(
                                () -> {}, CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS))
                        .thenCompose(now -> call(provider, tried));
    }

    private CompletableFuture<AddressAttempt> call(LimitedProvider provider, Tried tried) {
        StartedCall call;
        try {
            call = new StartedCall(parts.storage().ids().next(), address.id(), provider.id(), parts.now());
        } catch (RuntimeException e) {
            provider.release();
            return CompletableFuture.failedFuture(e);
        }
        long startedNanos = System.nanoTime();
        AtomicReference<AttemptResult> objection = new AtomicReference<>();
        return provider.call(target -> repeatable()
                        ? checkAndCall(target, call, objection)
                        : writer.started(delivery, call).thenCompose(stored -> checkAndCall(target, call, objection)))
                .thenCompose(outcome -> {
                    if (outcome == null) {
                        return notCalled(call, objection.get(), tried);
                    }
                    int tookMillis = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
                    return answered(call.answered(tookMillis, outcome), tried);
                });
    }

    /** Whether a duplicate is acceptable when the outcome of a call is unknown. */
    private boolean repeatable() {
        return check.type().repeatable();
    }

    /**
     * Repeats the check, which may be long ago: the call waited for a permit and for the row that marks its start. Completes with null if
     * the call must not be made.
     *
     * @param objection set to the reason why the call must not be made
     */
    private CompletableFuture<Outcome> checkAndCall(
            Provider provider, StartedCall call, AtomicReference<AttemptResult> objection) {
        InFlightCalls.InFlightCall inFlight = parts.inFlightCalls().begin(delivery.user());
        calls.add(call.id());
        try {
            return parts.users()
                    .preferences()
                    .find(delivery.user())
                    .thenCombine(
                            parts.users().contacts().find(delivery.user()),
                            (preferences, contact) -> erasure()
                                    .or(() -> check.objection(contact, preferences, parts.now()))
                                    .or(() -> check.objection(contact, address)))
                    .thenCombine(
                            owner.resultOfAnother(call.addressId(), calls),
                            (found, other) -> owner.objection().or(() -> other).or(() -> found))
                    .thenCompose(found -> {
                        objection.set(found.orElse(null));
                        return found.isEmpty()
                                ? provider.deliver(message()).exceptionally(ProviderFailover::unexpected)
                                : CompletableFuture.completedFuture(null);
                    })
                    .whenComplete((outcome, failure) -> inFlight.end());
        } catch (RuntimeException e) {
            inFlight.end();
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The user, or the tenant, may be gone since the attempt began. */
    private Optional<AttemptResult> erasure() {
        return parts.users().erased().isErased(delivery.user(), delivery.createdAt())
                ? Optional.of(new AttemptResult.Suppressed(Suppression.NO_ADDRESS))
                : Optional.empty();
    }

    private Delivery message() {
        return new Delivery(
                delivery.user(),
                delivery.notification(),
                address.address(),
                delivery.message(),
                delivery.priority(),
                delivery.expiresAt(),
                delivery.attempt());
    }

    private static Outcome unexpected(Throwable failure) {
        return new Outcome.Unclear("error", Futures.unwrap(failure).getClass().getSimpleName());
    }

    private CompletableFuture<AddressAttempt> notCalled(StartedCall call, AttemptResult objection, Tried tried) {
        // The calls that another owner's attempt supersedes are not stored: they would look like the end of that
        // attempt.
        Tried made = owner.ownership().isShared() && objection instanceof AttemptResult.Superseded ? Tried.NONE : tried;
        return repeatable()
                ? ended(objection, made)
                : writer.notCalled(delivery, call).thenCompose(stored -> ended(objection, made));
    }

    private CompletableFuture<AddressAttempt> answered(AnsweredCall call, Tried tried) {
        if (!(call.outcome() instanceof Outcome.Failure failure)) {
            return ended(new AttemptResult.Accepted(), tried.with(call));
        }
        AttemptResult result = AttemptResult.of(failure, repeatable());
        if (mayFailOver(failure, delivery.channel())) {
            return next(tried.called(call, result));
        }
        return failure instanceof Outcome.Unregistered
                ? parts.users()
                        .contacts()
                        .reportUnreachable(
                                delivery.user(), address.address(), call.start().at())
                        .thenCompose(done -> ended(result, tried.with(call)))
                : ended(result, tried.with(call));
    }

    /** Whether another provider may be called: this one certainly has not accepted the message. */
    static boolean mayFailOver(Outcome.Failure failure, Channel channel) {
        // A server that does not know a mailbox or a number may be misconfigured; a push service knows its devices.
        return failure instanceof Outcome.Unregistered
                ? channel != Channel.PUSH
                : !(failure instanceof Outcome.Unclear);
    }

    private CompletableFuture<AddressAttempt> ended(AttemptResult result, Tried tried) {
        return CompletableFuture.completedFuture(
                new AddressAttempt(address.id(), result, tried.calls(), tried.skipped()));
    }
}
