package dev.tidings.server.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.tidings.channels.webhook.WebhookSecret;
import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.meta.WebhookEndpoint;
import dev.tidings.server.deliver.Backoff;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.work.Handful;
import dev.tidings.server.work.StageWork;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.TenantEventRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * Tells tenants' endpoints what happened. What is told is kept for a while, so that it can be told again. An endpoint that does not
 * take it is tried again later; one that keeps failing is paused, until somebody resumes it.
 */
final class TellStage implements StageWork {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration AROUND_A_CALL = Duration.ofSeconds(20);

    /** How long it is remembered that an endpoint has something, for those that come again, from when they can come. */
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    private static final int MOST_REMEMBERED = 100_000;

    private final Parts parts;
    private final Duration patience;
    private final Failing failing;
    /** What an endpoint has, and for how long that is remembered. */
    private final Cache<Key, Duration> taken;

    private record Key(String tenant, String endpoint, String messageId) {
        static Key of(Telegram telegram) {
            return new Key(telegram.tenant(), telegram.endpoint(), telegram.messageId());
        }
    }

    /** One attempt. Each is itself alone: the same may be told twice at once. */
    private static final class Call {
        private final Telegram telegram;
        private final Endpoint endpoint;
        /** After how long it comes back if it is left alone. */
        private final Duration away;

        private final AtomicBoolean settled = new AtomicBoolean();

        Call(Telegram telegram, Endpoint endpoint, Duration away) {
            this.telegram = telegram;
            this.endpoint = endpoint;
            this.away = away;
        }

        /**
         * True for one alone, who then says what comes next: whoever hears the answer, or whoever does not wait for it any more. If
         * both did, it would go on twice from here.
         */
        boolean settle() {
            return settled.compareAndSet(false, true);
        }
    }

    record Parts(
            Engine engine,
            LaterRecords later,
            Endpoints endpoints,
            WebhookSender sender,
            IdMint ids,
            InstantSource clock,
            Backoff backoff,
            RandomGenerator random) {
        Instant now() {
            return Instant.ofEpochMilli(clock.millis());
        }
    }

    /** @param patience how long the others of a handful wait for one */
    TellStage(Parts parts, Duration patience) {
        this.parts = parts;
        this.patience = patience;
        this.failing = new Failing(parts.endpoints());
        this.taken = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfter(Expiry.<Key, Duration>writing((key, remembered) -> remembered))
                // The clock by which they come again, also when it is set.
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(parts.clock().millis()))
                .build();
    }

    @Override
    public String about(byte[] payload) {
        Telegram telegram = Telegram.decode(payload);
        return "event " + telegram.messageId() + " for endpoint " + telegram.endpoint();
    }

    @Override
    public void handle(List<LogRecord> records) {
        List<Telegram> telegrams = records.stream()
                .map(record -> Telegram.decode(record.entry().payload()))
                .toList();
        keep(telegrams);
        Map<Call, CompletableFuture<Void>> sending = new LinkedHashMap<>();
        for (int i = 0; i < telegrams.size(); i++) {
            Telegram telegram = telegrams.get(i);
            if (telegram.attempt() == 1 && !mayHaveBeenSent(records.get(i))) {
                // For the first time, or once more because somebody asked for it: that it was taken before does not
                // count.
                taken.invalidate(Key.of(telegram));
            }
            if (telegram.attempt() > parts.backoff().attempts()) {
                // The last attempt was left to itself.
                continue;
            }
            endpoint(telegram)
                    .filter(endpoint -> endpoint.stored().paused().isEmpty())
                    .filter(endpoint -> !isTaken(telegram))
                    .map(endpoint -> new Call(telegram, endpoint, away(telegram)))
                    .ifPresent(call -> sending.put(call, send(call)));
        }
        // Whichever has an answer and waits for the store is waited for: nobody else puts it off.
        List<Call> slow =
                Handful.await(sending, patience).stream().filter(Call::settle).toList();
        if (!slow.isEmpty()) {
            leave(slow);
            slow.forEach(sending::remove);
        }
        sending.values().forEach(CompletableFuture::join);
    }

    private static boolean mayHaveBeenSent(LogRecord record) {
        return record.repeated() || EnvelopeCodec.isRepeated(record.entry().payload());
    }

    /** Whether it is known that the endpoint has it. */
    boolean isTaken(Telegram telegram) {
        return taken.getIfPresent(Key.of(telegram)) != null;
    }

    /** No sooner than others are tried again, and not before it must be over. */
    private Duration away(Telegram telegram) {
        Duration pause = parts.backoff().after(telegram.attempt(), parts.random());
        Duration over = TIMEOUT.plus(AROUND_A_CALL);
        return pause.compareTo(over) >= 0 ? pause : over;
    }

    /** They go on by themselves, and are looked at again when they must be over, also if the process dies meanwhile. */
    private void leave(List<Call> slow) {
        Instant now = parts.now();
        parts.later()
                .addRecords(slow.stream()
                        .map(call -> new Later(
                                parts.ids().next(),
                                now.plus(call.away),
                                call.telegram.next().entry()))
                        .toList())
                .join();
    }

    private Optional<Endpoint> endpoint(Telegram telegram) {
        return parts.endpoints().of(telegram.tenant()).stream()
                .filter(endpoint -> endpoint.stored().id().equals(telegram.endpoint()))
                .findFirst();
    }

    private void keep(List<Telegram> telegrams) {
        List<Write> rows = telegrams.stream()
                .filter(telegram -> telegram.attempt() == 1)
                .<Write>map(telegram -> TenantEventRow.TABLE.upsert(new TenantEventRow(
                        telegram.tenant(),
                        Buckets.hour(telegram.event()),
                        telegram.event(),
                        telegram.messageId(),
                        telegram.kind(),
                        telegram.body())))
                .toList();
        if (!rows.isEmpty()) {
            parts.engine().write(Batch.acrossPartitions(rows)).join();
        }
    }

    private CompletableFuture<Void> send(Call call) {
        Telegram telegram = call.telegram;
        List<WebhookSecret> secrets = call.endpoint.signWith().stream()
                .map(secret -> WebhookSecret.of(secret.reveal()))
                .toList();
        return parts.sender()
                .send(
                        telegram.tenant(),
                        call.endpoint.stored().url(),
                        secrets,
                        telegram.messageId(),
                        telegram.body(),
                        TIMEOUT)
                .thenCompose(outcome -> heard(call, outcome));
    }

    private CompletableFuture<Void> heard(Call call, Outcome outcome) {
        Telegram telegram = call.telegram;
        WebhookEndpoint endpoint = call.endpoint.stored();
        boolean leftAlone = !call.settle();
        if (outcome instanceof Outcome.Accepted) {
            taken.put(Key.of(telegram), leftAlone ? call.away.plus(REMEMBERED) : REMEMBERED);
            failing.succeeded(endpoint);
            return CompletableFuture.completedFuture(null);
        }
        Outcome.Failure failure = (Outcome.Failure) outcome;
        boolean paused = failing.failed(endpoint, failure, parts.now());
        if (leftAlone || paused || telegram.attempt() >= parts.backoff().attempts()) {
            // What is given up is kept, and can be told again by hand.
            return CompletableFuture.completedFuture(null);
        }
        Duration pause = parts.backoff().after(telegram.attempt(), parts.random());
        Duration asked = outcome instanceof Outcome.Retry retry ? retry.after() : Duration.ZERO;
        Instant due = parts.now().plus(pause.compareTo(asked) >= 0 ? pause : asked);
        return parts.later()
                .addRecords(List.of(
                        new Later(parts.ids().next(), due, telegram.next().entry())));
    }
}
