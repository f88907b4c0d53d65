package dev.tidings.server.delivery;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.provider.LimitedProvider;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * One attempt of an outbound delivery: sends the message to each remaining address of the user by {@link ProviderFailover}, lets the {@link
 * AttemptPlanner} derive a retry, a dead letter or a final state from the results, and has that written.
 *
 * <p>Expiry, opt-outs and quiet hours are checked at the start and again right before each call. The ownership of the record is checked
 * right before each call only.
 */
final class DeliveryAttempt {
    private final DeliveryContext parts;
    private final AttemptWriter writer;
    private final RetryPolicy policy;
    private final OutboundDelivery outboundDelivery;
    private final PreSendCheck check;
    private final OwnershipCheck owner;
    private final Map<AddressKind, List<LimitedProvider>> providers = new EnumMap<>(AddressKind.class);

    DeliveryAttempt(
            DeliveryContext parts,
            AttemptWriter writer,
            OutboundDelivery outboundDelivery,
            NotificationType type,
            Ownership ownership) {
        this.parts = parts;
        this.writer = writer;
        this.policy =
                new RetryPolicy(parts.options().attempts(), parts.options().giveUpAfter());
        this.outboundDelivery = outboundDelivery;
        this.check = new PreSendCheck(outboundDelivery, type);
        this.owner = new OwnershipCheck(parts.storage().engine(), outboundDelivery, ownership);
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
        boolean several = outboundDelivery.channel() == Channel.PUSH
                && (addresses.size() > 1 || !outboundDelivery.addressIds().isEmpty());
        List<String> open =
                several ? addresses.stream().map(Contact.ContactAddress::id).toList() : List.of();
        List<CompletableFuture<AddressAttempt>> results = addresses.stream()
                .map(address -> before.resultAt(address.id())
                        .or(() -> check.objection(contact, preferences, parts.now()))
                        .map(result -> CompletableFuture.completedFuture(new AddressAttempt(address.id(), result)))
                        .orElseGet(() -> attempt(address, open)))
                .toList();
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenCompose(all -> conclude(new EndedAttempt(
                        outboundDelivery,
                        several,
                        results.stream().map(CompletableFuture::join).toList(),
                        parts.now())));
    }

    private List<Contact.ContactAddress> addresses(Contact contact) {
        List<Contact.ContactAddress> all = contact.addresses(outboundDelivery.channel());
        return outboundDelivery.addressIds().isEmpty()
                ? all
                : all.stream()
                        .filter(address -> outboundDelivery.addressIds().contains(address.id()))
                        .toList();
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

    /** Completes when an acceptance is durable. */
    private CompletableFuture<AddressAttempt> attempt(Contact.ContactAddress address, List<String> open) {
        List<LimitedProvider> pool = providers.computeIfAbsent(
                address.address().kind(),
                kind -> parts.providers().providersFor(outboundDelivery.user().tenant(), kind));
        return new ProviderFailover(parts, writer, check, owner, address, pool)
                .run()
                .thenCompose(ended -> ended.result() instanceof AttemptResult.Accepted
                        ? writer.write(outboundDelivery, AttemptPlanner.accepted(ended, open))
                                .thenApply(durable -> ended)
                        : CompletableFuture.completedFuture(ended));
    }

    private CompletableFuture<Void> conclude(EndedAttempt ended) {
        if (ended.isOnlyAcceptance()) {
            // The usual outcome: all of it is written.
            return CompletableFuture.completedFuture(null);
        }
        Duration pause = parts.pauseAfter(outboundDelivery.attempt());
        AttemptPlan plan = AttemptPlanner.plan(ended, policy, pause);
        CompletableFuture<Void> written = writer.write(outboundDelivery, plan);
        return plan.needsProgress() ? written.thenCompose(durable -> concludeByProgress(ended)) : written;
    }

    private CompletableFuture<Void> concludeByProgress(EndedAttempt ended) {
        return DeliveryProgress.rows(parts.storage().engine(), outboundDelivery)
                .thenCompose(rows -> writer.write(
                        outboundDelivery,
                        AttemptPlanner.conclude(ended, policy, DeliveryProgress.of(rows, outboundDelivery.round()))));
    }
}
