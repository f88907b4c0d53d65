package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.server.config.Config;
import dev.tidings.server.delivery.Backoff;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.server.storage.Storage;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import dev.tidings.widecolumn.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the webhook stage: an accepted event is not sent twice without need, and a failed one is retried. */
class WebhookEventStageTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1);
    /** With this timeout every call counts as slow. */
    private static final Duration NO_TIMEOUT = Duration.ZERO;

    private static final Duration MAX_RETRY = Duration.ofMillis(20);
    private static final int ATTEMPTS = 3;
    private static final CompletableFuture<Void> STORED = CompletableFuture.completedFuture(null);

    /** A name that no name server resolves before the end of the test. */
    private static final String UNANSWERED = "hooks.example.invalid";

    private final CompletableFuture<Void> answered = new CompletableFuture<>();

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    /** The scheduled records. */
    private final List<WebhookMessage> later = new CopyOnWriteArrayList<>();
    /** The due time of the last scheduled record. */
    private volatile Instant due;
    /** The answer of the store to scheduling a retry. */
    private volatile Function<DelayedRecord, CompletableFuture<Void>> store = retry -> STORED;

    private Storage storage;
    private Endpoints endpoints;
    private WebhookSender sender;
    private WebhookServer one;
    private WebhookServer other;

    @BeforeEach
    void start() throws IOException {
        Map<String, String> options = Map.of("TIDINGS_DATA_FOLDER", folder.toString());
        storage = Storage.open(Config.load(Optional.empty(), options).config(), clock);
        endpoints = new Endpoints(storage.metadata(), new Vault(VaultKeys.temporary()), clock);
        sender = new WebhookSender(new PublicAddresses(true, this::resolve), clock);
        one = new WebhookServer(clock);
        other = new WebhookServer(clock);
    }

    private InetAddress[] resolve(String host) throws UnknownHostException {
        if (host.equals(UNANSWERED)) {
            answered.join();
        }
        return InetAddress.getAllByName(host);
    }

    @AfterEach
    void stop() {
        answered.complete(null);
        one.close();
        other.close();
        sender.close();
        storage.close();
    }

    private WebhookEventStage stage(Duration timeout) {
        return stage(timeout, MAX_RETRY);
    }

    private WebhookEventStage stage(Duration timeout, Duration pause) {
        return new WebhookEventStage(
                new WebhookContext(
                        storage,
                        this::addRecords,
                        endpoints,
                        sender,
                        new Backoff(pause, pause, ATTEMPTS),
                        new ErasedUsers(List.of(new byte[32]), List.of())),
                timeout);
    }

    private CompletableFuture<Void> addRecords(List<DelayedRecord> records) {
        for (DelayedRecord record : records) {
            later.add(WebhookMessage.decode(record.entry().payload()));
            due = record.due();
        }
        Optional<DelayedRecord> retry = records.stream()
                .filter(record -> !record.due().isAfter(clock.instant().plus(MAX_RETRY)))
                .findFirst();
        return retry.map(store).orElse(STORED);
    }

    private WebhookMessage messageTo(WebhookServer receiver) {
        Endpoints.EndpointWithSecret made = endpoints.add("acme", receiver.endpoint(1), Set.of(), "test");
        receiver.acceptSecret(made.secret().reveal());
        String kind = WebhookEventKind.NOTIFICATION_READ.wire();
        return new WebhookMessage("acme", made.endpoint().id(), storage.ids().next(), "msg_1", kind, "{}", 1);
    }

    private static LogRecord fresh(WebhookMessage message) {
        return new LogRecord(message.entry(), false, Ownership.ALONE);
    }

    private static LogRecord redelivered(WebhookMessage message) {
        return new LogRecord(message.entry(), true, Ownership.ALONE);
    }

    private static void say(WebhookServer receiver, Behaviour behaviour) {
        receiver.script(receiver.endpoint(1), behaviour);
    }

    @Test
    void redeliveredBatch_doesNotResendAcceptedEvents() {
        WebhookEventStage stage = stage(LONG);
        WebhookMessage taken = messageTo(one);
        WebhookMessage failing = messageTo(other);
        say(other, Behaviour.FAILS);
        store = retry -> CompletableFuture.failedFuture(
                new StoreException(StoreException.Reason.OVERLOADED, "more than it takes"));
        assertThatThrownBy(() -> stage.handle(List.of(fresh(taken), fresh(failing))))
                .hasCauseInstanceOf(StoreException.class);
        store = retry -> STORED;
        stage.handle(List.of(redelivered(taken), redelivered(failing)));
        assertThat(other.calls()).hasSize(2);
        assertThat(one.calls()).hasSize(1);
    }

    @Test
    void replayedEvent_isRetriedThoughAcceptedBefore() {
        WebhookEventStage stage = stage(LONG);
        WebhookMessage message = messageTo(one);
        stage.handle(List.of(fresh(message)));
        say(one, Behaviour.FAILS);
        stage.handle(List.of(fresh(message)));
        assertThat(later).containsExactly(message.next());
        say(one, Behaviour.ACCEPTS);
        stage.handle(List.of(fresh(message.next())));
        assertThat(one.calls()).hasSize(3);
        stage.handle(List.of(fresh(message.next())));
        assertThat(one.calls()).as("accepted by now").hasSize(3);
    }

    /** The mark of the scheduler on a record that it may have moved before. */
    @Test
    void markedCopyOfAnAcceptedEvent_isNotSent() {
        WebhookEventStage stage = stage(LONG);
        WebhookMessage message = messageTo(one);
        LogEntry marked = RecordHeader.markRedelivered(message.entry());
        stage.handle(List.of(fresh(message)));
        stage.handle(List.of(new LogRecord(marked, false, Ownership.ALONE)));
        assertThat(one.calls()).hasSize(1);
    }

    @Test
    void eventOfALostPartition_isLeftToTheNewOwner() {
        WebhookEventStage stage = stage(LONG);
        WebhookMessage message = messageTo(one);
        Ownership lost = new Ownership() {
            @Override
            public long epoch() {
                return 1;
            }

            @Override
            public boolean isHeld() {
                return false;
            }
        };
        stage.handle(List.of(new LogRecord(message.entry(), false, lost)));
        assertThat(one.calls()).isEmpty();
    }

    @Test
    void slowEndpoint_usesUpItsAttempts() {
        WebhookEventStage stage = stage(NO_TIMEOUT);
        WebhookMessage message = messageTo(one);
        say(one, Behaviour.HOLDS);
        later.add(message);
        while (!later.isEmpty()) {
            stage.handle(List.of(fresh(later.remove(0))));
        }
        // The stage does not wait for the last call to arrive.
        Await.until(() -> one.calls().size() >= ATTEMPTS);
        assertThat(one.calls()).hasSize(ATTEMPTS);
    }

    /** Some minutes late, as scheduled records are behind a backlog. */
    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT1H", "PT24H"})
    void slowAcceptance_isNotResentWhateverTheBackoff(Duration pause) {
        WebhookEventStage stage = stage(NO_TIMEOUT, pause);
        WebhookMessage message = messageTo(one);
        say(one, Behaviour.HOLDS);
        stage.handle(List.of(fresh(message)));
        Await.until(() -> one.calls().size() == 1);
        one.release();
        Await.until(() -> stage.isAccepted(message));
        clock.advanceTo(due.plus(Duration.ofMinutes(4)));
        stage.handle(List.of(fresh(message.next())));
        assertThat(later).as("no further attempt was scheduled").containsExactly(message.next());
    }

    /** The endpoint has answered, and only the store is slower than the timeout of the batch. */
    @Test
    void failureDuringASlowStore_isRetriedOnce() {
        WebhookEventStage stage = stage(SHORT);
        WebhookMessage message = messageTo(one);
        say(one, Behaviour.FAILS);
        store = retry -> new CompletableFuture<Void>()
                .completeOnTimeout(null, SHORT.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        stage.handle(List.of(fresh(message)));
        assertThat(later).containsExactly(message.next());
        store = retry -> STORED;
        stage.handle(List.of(fresh(message)));
        assertThat(later).as("after the replay").containsExactly(message.next(), message.next());
    }

    /** The retry is not scheduled elsewhere: the batch has to be redelivered. */
    @Test
    void refusedRetry_failsTheBatch() {
        WebhookEventStage stage = stage(SHORT);
        WebhookMessage message = messageTo(one);
        say(one, Behaviour.FAILS);
        AtomicBoolean asked = new AtomicBoolean();
        store = retry -> {
            asked.set(true);
            return new CompletableFuture<Void>().orTimeout(SHORT.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        };
        assertThatThrownBy(() -> {
                    // On a busy machine the call itself may be slow, and be abandoned before the store is called.
                    while (!asked.get()) {
                        stage.handle(List.of(fresh(message)));
                    }
                })
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void unresolvedHosts_doNotDelayOtherTenants() {
        String unanswered = endpoints
                .add("stuck", "http://" + UNANSWERED + "/", Set.of(), "test")
                .endpoint()
                .id();
        WebhookMessage message = messageTo(one);
        stage(SHORT)
                .handle(IntStream.range(0, 20)
                        .mapToObj(i -> new WebhookMessage(
                                "stuck", unanswered, storage.ids().next(), "msg_stuck_" + i, message.kind(), "{}", 1))
                        .map(WebhookEventStageTest::fresh)
                        .toList());
        stage(LONG).handle(List.of(fresh(message)));
        assertThat(one.calls()).hasSize(1);
    }
}
