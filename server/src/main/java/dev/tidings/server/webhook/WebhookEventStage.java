package dev.tidings.server.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.tidings.channels.webhook.WebhookSecret;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.TenantEventRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The events stage: stores webhook events for replays and sends them, signed, to tenants' endpoints. A failed call is retried later; an
 * endpoint that keeps failing is paused until the tenant resumes it. The webhook channel of notifications is delivered by the delivery
 * package.
 */
final class WebhookEventStage implements StageProcessor {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** Allowance for the steps before and after the call. */
    private static final Duration CALL_OVERHEAD = Duration.ofSeconds(20);

    /** How long an accepted event is remembered to drop its redeliveries, counted from the time they can arrive. */
    private static final Duration MEMORY = Duration.ofMinutes(5);

    private static final int MAX_REMEMBERED = 100_000;

    private final WebhookContext parts;
    private final Duration timeout;
    private final EndpointHealth health;
    /** Events an endpoint has accepted, and how long each is remembered. */
    private final Cache<Key, Duration> accepted;

    /** Identifies an event at an endpoint. */
    private record Key(String tenant, String endpoint, String messageId) {
        static Key of(WebhookMessage message) {
            return new Key(message.tenant(), message.endpoint(), message.messageId());
        }
    }

    /** One attempt, compared by identity: the same event may be in flight twice. */
    private static final class Call {
        private final WebhookMessage message;
        private final Endpoint endpoint;
        /** After how long it is retried if its batch stops waiting for it. */
        private final Duration retryAfter;

        private final AtomicBoolean settled = new AtomicBoolean();

        Call(WebhookMessage message, Endpoint endpoint, Duration retryAfter) {
            this.message = message;
            this.endpoint = endpoint;
            this.retryAfter = retryAfter;
        }

        /**
         * True for the first caller only, which then decides the next step: either the handler of the answer, or the batch that stops
         * waiting for it. If both did, the event would be retried twice.
         */
        boolean settle() {
            return settled.compareAndSet(false, true);
        }
    }

    /** @param timeout how long a batch waits for its slow calls */
    WebhookEventStage(WebhookContext parts, Duration timeout) {
        this.parts = parts;
        this.timeout = timeout;
        this.health = new EndpointHealth(parts.endpoints());
        this.accepted = Caffeine.newBuilder()
                .maximumSize(MAX_REMEMBERED)
                .expireAfter(Expiry.<Key, Duration>writing((key, remembered) -> remembered))
                // The same clock that schedules retries, also when it is set.
                .ticker(() ->
                        TimeUnit.MILLISECONDS.toNanos(parts.storage().clock().millis()))
                .build();
    }

    @Override
    public String about(byte[] payload) {
        WebhookMessage message = WebhookMessage.decode(payload);
        return "event " + message.messageId() + " for endpoint " + message.endpoint();
    }

    @Override
    public void handle(List<LogRecord> all) {
        List<LogRecord> records = all.stream()
                .filter(record -> record.ownership().isHeld() && !isErased(record))
                .toList();
        List<WebhookMessage> messages = records.stream()
                .map(record -> WebhookMessage.decode(record.entry().payload()))
                .toList();
        store(messages);
        Map<Call, CompletableFuture<Void>> inFlight = new LinkedHashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            WebhookMessage message = messages.get(i);
            if (message.attempt() == 1 && !mayHaveBeenSent(records.get(i))) {
                // A first delivery or a requested replay: an earlier acceptance does not count.
                accepted.invalidate(Key.of(message));
            }
            if (message.attempt() > parts.backoff().maxAttempts()) {
                // The last attempt was slow and left running.
                continue;
            }
            endpoint(message)
                    .filter(endpoint -> endpoint.stored().paused().isEmpty())
                    .filter(endpoint -> !isAccepted(message))
                    .map(endpoint -> new Call(message, endpoint, retryAfter(message)))
                    .ifPresent(call -> inFlight.put(call, send(call)));
        }
        // A call that has its answer and waits for the store is waited for: no other thread reschedules it.
        List<Call> slow = Futures.awaitAll(inFlight, timeout).stream()
                .filter(Call::settle)
                .toList();
        if (!slow.isEmpty()) {
            scheduleRetries(slow);
            slow.forEach(inFlight::remove);
        }
        inFlight.values().forEach(CompletableFuture::join);
    }

    private boolean isErased(LogRecord record) {
        if (!parts.erased().hasAny(record.entry().tenant())) {
            return false;
        }
        String tenant = record.entry().tenant();
        EventUser about = EventUser.of(record.entry().payload());
        return parts.erased().isErased(tenant, about.since())
                || about.user()
                        .filter(user -> parts.erased().isErased(tenant, user, about.since()))
                        .isPresent();
    }

    private static boolean mayHaveBeenSent(LogRecord record) {
        return record.redelivered() || RecordHeader.isRedelivered(record.entry().payload());
    }

    /** Whether the endpoint is known to have accepted the event. */
    boolean isAccepted(WebhookMessage message) {
        return accepted.getIfPresent(Key.of(message)) != null;
    }

    /** At least the backoff, and not before the call must have ended. */
    private Duration retryAfter(WebhookMessage message) {
        Duration pause = parts.backoff().pauseAfter(message.attempt(), ThreadLocalRandom.current());
        Duration over = TIMEOUT.plus(CALL_OVERHEAD);
        return pause.compareTo(over) >= 0 ? pause : over;
    }

    /**
     * The slow calls keep running. A record of the next attempt is scheduled for the time when they must have ended, also in case the
     * process dies meanwhile.
     */
    private void scheduleRetries(List<Call> slow) {
        Instant now = parts.now();
        parts.delayed()
                .addRecords(slow.stream()
                        .map(call -> new DelayedRecord(
                                parts.storage().ids().next(),
                                now.plus(call.retryAfter),
                                call.message.next().entry()))
                        .toList())
                .join();
    }

    private Optional<Endpoint> endpoint(WebhookMessage message) {
        return parts.endpoints().all(message.tenant()).stream()
                .filter(endpoint -> endpoint.stored().id().equals(message.endpoint()))
                .findFirst();
    }

    private void store(List<WebhookMessage> messages) {
        List<Write> rows = messages.stream()
                .filter(message -> message.attempt() == 1)
                .<Write>map(message -> TenantEventRow.TABLE.upsert(new TenantEventRow(
                        message.tenant(),
                        Buckets.hour(message.event()),
                        message.event(),
                        message.messageId(),
                        message.kind(),
                        message.body())))
                .toList();
        if (!rows.isEmpty()) {
            parts.storage().engine().writeAndWait(Batch.acrossPartitions(rows));
        }
    }

    private CompletableFuture<Void> send(Call call) {
        WebhookMessage message = call.message;
        List<WebhookSecret> secrets = call.endpoint.signWith().stream()
                .map(secret -> WebhookSecret.of(secret.reveal()))
                .toList();
        return parts.sender()
                .send(
                        message.tenant(),
                        call.endpoint.stored().url(),
                        secrets,
                        message.messageId(),
                        message.body(),
                        TIMEOUT)
                .thenCompose(outcome -> answered(call, outcome));
    }

    private CompletableFuture<Void> answered(Call call, Outcome outcome) {
        WebhookMessage message = call.message;
        WebhookEndpoint endpoint = call.endpoint.stored();
        boolean abandoned = !call.settle();
        if (outcome instanceof Outcome.Accepted) {
            accepted.put(Key.of(message), abandoned ? call.retryAfter.plus(MEMORY) : MEMORY);
            health.succeeded(endpoint);
            return CompletableFuture.completedFuture(null);
        }
        Outcome.Failure failure = (Outcome.Failure) outcome;
        boolean paused = health.failed(endpoint, failure, parts.now());
        if (abandoned || paused || message.attempt() >= parts.backoff().maxAttempts()) {
            // An event that is not retried any more stays stored, and can be replayed.
            return CompletableFuture.completedFuture(null);
        }
        Duration pause = parts.backoff().pauseAfter(message.attempt(), ThreadLocalRandom.current());
        Duration asked = outcome instanceof Outcome.Retry retry ? retry.after() : Duration.ZERO;
        Instant due = parts.now().plus(pause.compareTo(asked) >= 0 ? pause : asked);
        return parts.delayed()
                .addRecords(List.of(new DelayedRecord(
                        parts.storage().ids().next(), due, message.next().entry())));
    }
}
