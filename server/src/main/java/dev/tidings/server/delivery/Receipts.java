package dev.tidings.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.DeliveryMeters;
import dev.tidings.server.users.ContactService;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.ProviderMessageRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Stores the delivery receipts of providers: the receipt, the new delivery state and its webhook events; an address reported as
 * unregistered is not used any more. Receipts may arrive in any order and any number of times.
 */
public final class Receipts {
    static final String KIND = "receipt";
    static final String DELIVERED = "delivered";

    /** A provider may send a receipt before we have stored that it accepted the message. */
    private static final List<Duration> RETRY_DELAYS =
            List.of(Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofSeconds(3));

    private final Engine engine;
    private final OutcomeWriter outcomeWriter;
    private final ContactService contacts;
    private final DeliveryEvents deliveryEvents;
    private final DeliveryMeters meters;
    private final InstantSource clock;
    /** Builds the events: they may need the metadata store, and the engine's threads must not wait for it. */
    private final Executor blocking;

    public Receipts(DeliveryContext context) {
        this.engine = context.storage().engine();
        this.outcomeWriter = OutcomeWriter.withoutRetry(engine, context.spillingLog(), context.delayed());
        this.contacts = context.users().contacts();
        this.deliveryEvents = context.events();
        this.meters = new DeliveryMeters(context.storage().metrics());
        this.clock = context.storage().clock();
        this.blocking = context.storage().blocking();
    }

    /**
     * Completes when the receipt is durable; false if the message is unknown.
     *
     * @param provider its name in tables
     */
    public CompletableFuture<Boolean> store(String provider, Receipt receipt) {
        return store(provider, receipt, 0);
    }

    private CompletableFuture<Boolean> store(String provider, Receipt receipt, int tries) {
        return engine.readOne(
                        ProviderMessageRow.TABLE.select(ProviderMessageRow.ONE, provider, receipt.providerMessageId()))
                .thenCompose(found -> {
                    if (found.isPresent()) {
                        return apply(found.get(), receipt).thenApply(done -> true);
                    }
                    if (tries == RETRY_DELAYS.size()) {
                        return CompletableFuture.completedFuture(false);
                    }
                    return CompletableFuture.runAsync(
                                    () -> {},
                                    CompletableFuture.delayedExecutor(
                                            RETRY_DELAYS.get(tries).toMillis(), TimeUnit.MILLISECONDS))
                            .thenCompose(later -> store(provider, receipt, tries + 1));
                });
    }

    private CompletableFuture<Void> apply(ProviderMessageRow message, Receipt receipt) {
        return DeliveryProgress.rows(engine, message)
                .thenComposeAsync(
                        rows -> {
                            Optional<DeliveryLogRow> attempt = rows.stream()
                                    .filter(row -> row.attemptId().equals(message.attemptId()))
                                    .findFirst();
                            Upsert row = row(message, receipt, attempt);
                            return (receipt.state() == Receipt.State.DELIVERED
                                            ? outcomeWriter.write(change(
                                                    message, DeliveryStatus.of(DeliveryState.DELIVERED), List.of(row)))
                                            : failed(message, row))
                                    .thenCompose(done -> forget(message, receipt, attempt));
                        },
                        blocking);
    }

    /** Writes first and reads afterwards: a receipt or the last attempt of another device may arrive at the same time. */
    private CompletableFuture<Void> failed(ProviderMessageRow message, Upsert row) {
        return outcomeWriter
                .write(new OutcomeWriter.DeliveryWrites(List.of(row)))
                .thenCompose(written -> DeliveryProgress.rows(engine, message))
                .thenComposeAsync(
                        rows -> DeliveryProgress.of(rows, message.round())
                                .failed()
                                .map(reason ->
                                        outcomeWriter.write(change(message, DeliveryStatus.failed(reason), List.of())))
                                // One of several devices has failed; another has the message, or may still get it.
                                .orElseGet(() -> CompletableFuture.completedFuture(null)),
                        blocking);
    }

    /** The reason recorded for a receipt without a code. */
    static String reason(String code) {
        return code == null ? KIND : code;
    }

    private OutcomeWriter.DeliveryWrites change(ProviderMessageRow message, DeliveryStatus to, List<Write> receipt) {
        Channel.ofWire(message.channel()).ifPresent(channel -> meters.reached(channel, to.state()));
        DeliveryEvent change = DeliveryEvent.of(message, to);
        List<Write> rows = new ArrayList<>(receipt);
        rows.add(DeliveryRows.state(change));
        return new OutcomeWriter.DeliveryWrites(List.of(), deliveryEvents.eventsFor(change), rows);
    }

    private Upsert row(ProviderMessageRow message, Receipt receipt, Optional<DeliveryLogRow> attempt) {
        UUID id = id(message, receipt);
        return DeliveryLogRow.TABLE.upsert(new DeliveryLogRow(
                message.tenant(),
                message.notificationId(),
                message.userId(),
                message.channel(),
                id,
                KIND,
                message.attemptId(),
                message.round(),
                attempt.map(DeliveryLogRow::attempt).orElse(null),
                Instant.ofEpochMilli(clock.millis()),
                null,
                message.provider(),
                message.providerMessageId(),
                attempt.map(DeliveryLogRow::deviceId).orElse(null),
                receipt.state().name().toLowerCase(Locale.ROOT),
                receipt.code(),
                receipt.text(),
                null));
    }

    /** The same id for the same receipt, ordered after its attempt. */
    private static UUID id(ProviderMessageRow message, Receipt receipt) {
        String content = message.provider() + "\n" + message.providerMessageId() + "\n" + receipt.state();
        return UuidV7.derived(
                UuidV7.time(message.attemptId()).plusMillis(1), UUID.nameUUIDFromBytes(content.getBytes(UTF_8)));
    }

    /** An address reported as unregistered is not used again. */
    private CompletableFuture<Void> forget(
            ProviderMessageRow message, Receipt receipt, Optional<DeliveryLogRow> attempt) {
        if (receipt.state() != Receipt.State.UNREGISTERED || attempt.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        UserKey user = new UserKey(message.tenant(), message.userId());
        return contacts.find(user).thenCompose(contact -> forget(user, contact, message, attempt.get()));
    }

    private CompletableFuture<Void> forget(
            UserKey user, Contact contact, ProviderMessageRow message, DeliveryLogRow attempt) {
        Channel channel = Channel.ofWire(message.channel()).orElseThrow();
        return contact.addresses(channel).stream()
                .filter(address -> address.id().equals(attempt.deviceId()))
                .findFirst()
                .map(address -> contacts.reportUnreachable(user, address.address(), attempt.at())
                        .<Void>thenApply(done -> null))
                .orElse(CompletableFuture.completedFuture(null));
    }
}
