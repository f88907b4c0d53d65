package dev.tidings.server.delivery;

import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.DeliveryMeters;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.widecolumn.Futures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stage of one outbound channel: runs a {@link DeliveryAttempt} for each record of a batch, all in flight together. An attempt that is
 * slow does not hold up the batch: a record of the same attempt is scheduled for the time when it must have ended, and checks what was
 * stored.
 */
final class DeliveryStage implements StageProcessor {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryStage.class);

    /** How long a batch waits for its slow calls. */
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(1);
    /** Allowance for the steps before and after the call: waiting for a permit, and writing the rows. */
    private static final Duration CALL_OVERHEAD = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(10);

    private final DeliveryContext parts;
    private final OutcomeWriter outcomes;
    private final DeliveryMeters meters;
    /** Deliveries in flight in this process, so that none runs twice at the same time. */
    private final Set<Key> inFlight = ConcurrentHashMap.newKeySet();

    /** Identifies a delivery. */
    private record Key(UserKey user, UUID notification, Channel channel) {}

    /** A delivery of the polled batch. */
    private record PolledDelivery(OutboundDelivery delivery, Ownership ownership) {}

    private static Key key(OutboundDelivery outboundDelivery) {
        return new Key(outboundDelivery.user(), outboundDelivery.notification(), outboundDelivery.channel());
    }

    DeliveryStage(DeliveryContext parts, OutcomeWriter outcomes) {
        this.parts = parts;
        this.outcomes = outcomes;
        this.meters = new DeliveryMeters(parts.storage().metrics());
    }

    @Override
    public String about(byte[] payload) {
        return about(OutboundDeliveryCodec.decode(payload));
    }

    private static String about(OutboundDelivery outboundDelivery) {
        return "the delivery of notification " + outboundDelivery.notification() + " by "
                + outboundDelivery.channel().wire();
    }

    @Override
    public void handle(List<LogRecord> records) {
        outcomes.throwIfBlocked();
        // When to check the deliveries whose outcome is not known yet.
        Map<OutboundDelivery, Duration> waiting = new LinkedHashMap<>();
        List<PolledDelivery> mine = new ArrayList<>();
        for (LogRecord record : records) {
            OutboundDelivery decoded =
                    OutboundDeliveryCodec.decode(record.entry().payload());
            if (parts.users().erased().isErased(decoded.user(), decoded.createdAt())) {
                continue;
            }
            OutboundDelivery outboundDelivery = record.redelivered() ? decoded.asRedelivered() : decoded;
            if (inFlight.add(key(outboundDelivery))) {
                mine.add(new PolledDelivery(outboundDelivery, record.ownership()));
            } else {
                waiting.put(outboundDelivery, CALL_OVERHEAD);
            }
        }
        Map<DeliveryAttempt, CompletableFuture<Void>> attempts = new LinkedHashMap<>();
        try {
            start(mine, attempts);
        } finally {
            mine.subList(attempts.size(), mine.size()).forEach(one -> inFlight.remove(key(one.delivery())));
        }
        for (DeliveryAttempt slow : Futures.awaitAll(attempts, BATCH_TIMEOUT)) {
            waiting.put(slow.outboundDelivery(), slow.maxDuration().plus(CALL_OVERHEAD));
            attempts.remove(slow).exceptionally(failure -> {
                LOG.warn(
                        "result of {} could not be stored; the delivery is retried",
                        about(slow.outboundDelivery()),
                        failure);
                return null;
            });
        }
        scheduleChecks(waiting);
        // A failure makes the log redeliver the whole batch; finished deliveries are recognised then.
        attempts.values().forEach(CompletableFuture::join);
    }

    /** Waits until no delivery is in flight, up to the timeout. */
    void awaitIdle(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (!inFlight.isEmpty() && System.nanoTime() - end < 0 && !Thread.interrupted()) {
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private void start(List<PolledDelivery> mine, Map<DeliveryAttempt, CompletableFuture<Void>> attempts) {
        Set<UserKey> users = new HashSet<>();
        Set<String> tenants = new HashSet<>();
        for (PolledDelivery one : mine) {
            users.add(one.delivery().user());
            tenants.add(one.delivery().user().tenant());
        }
        tenants.forEach(parts.events()::prepare);
        Map<UserKey, Preferences> preferences = parts.users().preferences().findAll(users);
        Map<UserKey, Contact> contacts = parts.users().contacts().findAll(users);
        List<CompletableFuture<PriorAttempts>> before = mine.stream()
                .map(one -> PriorAttempts.read(parts.storage().engine(), one.delivery()))
                .toList();
        StartBarrier barrier = new StartBarrier(outcomes);
        AttemptWriter writer = new AttemptWriter(
                barrier,
                parts.events(),
                parts.storage().ids(),
                meters,
                parts.users().erased());
        try {
            for (int i = 0; i < mine.size(); i++) {
                OutboundDelivery outboundDelivery = mine.get(i).delivery();
                PriorAttempts tried = before.get(i).join();
                NotificationType type = parts.users()
                        .types()
                        .current(outboundDelivery.user().tenant(), outboundDelivery.type())
                        .orElseGet(() -> NotificationType.withDefaults(outboundDelivery.type()));
                DeliveryAttempt attempt = new DeliveryAttempt(
                        parts, writer, outboundDelivery, type, mine.get(i).ownership());
                CompletableFuture<Void> end = attempt.run(
                        contacts.getOrDefault(outboundDelivery.user(), Contact.UNKNOWN),
                        preferences.getOrDefault(outboundDelivery.user(), Preferences.NONE),
                        tried);
                attempts.put(attempt, end);
                end.whenComplete((done, failure) -> inFlight.remove(key(outboundDelivery)));
            }
        } finally {
            barrier.allStarted();
        }
    }

    private void scheduleChecks(Map<OutboundDelivery, Duration> waiting) {
        if (!waiting.isEmpty()) {
            List<DelayedRecord> records = new ArrayList<>();
            waiting.forEach((outboundDelivery, after) -> records.add(new DelayedRecord(
                    parts.storage().ids().next(),
                    parts.now().plus(after),
                    OutboundDeliveryCodec.entry(outboundDelivery.asRedelivered()))));
            parts.delayed().addRecords(records).join();
        }
    }
}
