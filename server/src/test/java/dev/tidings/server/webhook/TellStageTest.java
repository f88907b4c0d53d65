package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.meta.EventKind;
import dev.tidings.server.deliver.Backoff;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.server.meta.SqlMeta;
import dev.tidings.server.meta.SqlMetaConfig;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.deliver.FarSide.Behaviour;
import dev.tidings.testkit.deliver.far.WebhookServer;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever has taken something is not told again without need, and whoever has not is tried again. */
class TellStageTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1);
    /** For which everybody is slow. */
    private static final Duration NO_PATIENCE = Duration.ZERO;

    private static final Duration LONGEST_RETRY = Duration.ofMillis(20);
    private static final int ATTEMPTS = 3;
    private static final CompletableFuture<Void> STORED = CompletableFuture.completedFuture(null);

    /** A name for which no name server answers before the end of the test. */
    private static final String UNANSWERED = "hooks.example.invalid";

    private final CompletableFuture<Void> answered = new CompletableFuture<>();

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    /** What is to come again. */
    private final List<Telegram> later = new CopyOnWriteArrayList<>();
    /** When the last of it is to come. */
    private volatile Instant due;
    /** What the store says about the next attempt of what has failed. */
    private volatile Function<Later, CompletableFuture<Void>> store = retry -> STORED;

    private RocksEngine engine;
    private SqlMeta meta;
    private IdMint ids;
    private Endpoints endpoints;
    private WebhookSender sender;
    private WebhookServer one;
    private WebhookServer other;

    @BeforeEach
    void start() throws IOException {
        engine = RocksEngine.open(RocksConfig.in(folder.resolve("tables")).withClock(clock), TidingsSchema.SCHEMA);
        meta = SqlMeta.open(SqlMetaConfig.sqlite(folder.resolve("meta.db")), clock);
        ids = new IdMint(clock, folder.resolve("id-floor"));
        endpoints = new Endpoints(meta, new Vault(VaultKeys.temporary()), clock);
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
        ids.close();
        meta.close();
        engine.close();
    }

    private TellStage stage(Duration patience) {
        return stage(patience, LONGEST_RETRY);
    }

    private TellStage stage(Duration patience, Duration pause) {
        return new TellStage(
                new TellStage.Parts(
                        engine,
                        this::addRecords,
                        endpoints,
                        sender,
                        ids,
                        clock,
                        new Backoff(pause, pause, ATTEMPTS),
                        new Random(1)),
                patience);
    }

    private CompletableFuture<Void> addRecords(List<Later> records) {
        for (Later record : records) {
            later.add(Telegram.decode(record.entry().payload()));
            due = record.due();
        }
        Optional<Later> retry = records.stream()
                .filter(record -> !record.due().isAfter(clock.instant().plus(LONGEST_RETRY)))
                .findFirst();
        return retry.map(store).orElse(STORED);
    }

    private Telegram telegramTo(WebhookServer receiver) {
        Endpoints.WithSecret made = endpoints.add("acme", receiver.endpoint(1), Set.of(), "test");
        receiver.believe(made.secret().reveal());
        String kind = EventKind.NOTIFICATION_READ.wire();
        return new Telegram("acme", made.endpoint().id(), ids.next(), "msg_1", kind, "{}", 1);
    }

    private static LogRecord fresh(Telegram telegram) {
        return new LogRecord(telegram.entry(), false);
    }

    private static LogRecord repeated(Telegram telegram) {
        return new LogRecord(telegram.entry(), true);
    }

    private static void say(WebhookServer receiver, Behaviour behaviour) {
        receiver.script(receiver.endpoint(1), behaviour);
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(condition.getAsBoolean()).as("in time").isTrue();
    }

    @Test
    void whoHasTakenItIsNotToldAgainBecauseItsNeighbourCouldNotBePutOff() {
        TellStage stage = stage(LONG);
        Telegram taken = telegramTo(one);
        Telegram failing = telegramTo(other);
        say(other, Behaviour.FAILS);
        store = retry -> CompletableFuture.failedFuture(
                new StoreException(StoreException.Reason.OVERLOADED, "more than it takes"));
        assertThatThrownBy(() -> stage.handle(List.of(fresh(taken), fresh(failing))))
                .hasCauseInstanceOf(StoreException.class);
        store = retry -> STORED;
        stage.handle(List.of(repeated(taken), repeated(failing)));
        assertThat(other.calls()).hasSize(2);
        assertThat(one.calls()).hasSize(1);
    }

    @Test
    void whatIsToldOnceMoreIsTriedAgainThoughItWasTakenBefore() {
        TellStage stage = stage(LONG);
        Telegram telegram = telegramTo(one);
        stage.handle(List.of(fresh(telegram)));
        say(one, Behaviour.FAILS);
        stage.handle(List.of(fresh(telegram)));
        assertThat(later).containsExactly(telegram.next());
        say(one, Behaviour.ACCEPTS);
        stage.handle(List.of(fresh(telegram.next())));
        assertThat(one.calls()).hasSize(3);
        stage.handle(List.of(fresh(telegram.next())));
        assertThat(one.calls()).as("it has it now").hasSize(3);
    }

    /** As whoever moves records that waited for their time marks one of which it does not know whether it went before. */
    @Test
    void aMarkedCopyOfWhatWasTakenIsNotTold() {
        TellStage stage = stage(LONG);
        Telegram telegram = telegramTo(one);
        LogEntry marked = EnvelopeCodec.repeated(telegram.entry());
        stage.handle(List.of(fresh(telegram)));
        stage.handle(List.of(new LogRecord(marked, false)));
        assertThat(one.calls()).hasSize(1);
    }

    @Test
    void oneThatIsAlwaysSlowIsGivenUpLikeAnyOther() {
        TellStage stage = stage(NO_PATIENCE);
        Telegram telegram = telegramTo(one);
        say(one, Behaviour.HOLDS);
        later.add(telegram);
        while (!later.isEmpty()) {
            stage.handle(List.of(fresh(later.remove(0))));
        }
        // Nobody waited for the last to arrive.
        await(() -> one.calls().size() >= ATTEMPTS);
        assertThat(one.calls()).hasSize(ATTEMPTS);
    }

    /** Some minutes late, as what is due is where others are before it. */
    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT1H", "PT24H"})
    void oneThatTookItSlowlyIsNotToldAgainHoweverLongThePauseWas(Duration pause) {
        TellStage stage = stage(NO_PATIENCE, pause);
        Telegram telegram = telegramTo(one);
        say(one, Behaviour.HOLDS);
        stage.handle(List.of(fresh(telegram)));
        await(() -> one.calls().size() == 1);
        one.release();
        await(() -> stage.isTaken(telegram));
        clock.advanceTo(due.plus(Duration.ofMinutes(4)));
        stage.handle(List.of(fresh(telegram.next())));
        assertThat(later).as("nobody had to be waited for again").containsExactly(telegram.next());
    }

    /** It has answered, and only the store takes longer than anybody waits for an answer. */
    @Test
    void oneThatFailsWhileTheStoreIsSlowIsTriedAgainOnce() {
        TellStage stage = stage(SHORT);
        Telegram telegram = telegramTo(one);
        say(one, Behaviour.FAILS);
        store = retry -> new CompletableFuture<Void>()
                .completeOnTimeout(null, SHORT.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        stage.handle(List.of(fresh(telegram)));
        assertThat(later).containsExactly(telegram.next());
        store = retry -> STORED;
        stage.handle(List.of(fresh(telegram)));
        assertThat(later).as("told once more").containsExactly(telegram.next(), telegram.next());
    }

    /** Nobody else has put it off: the handful has to come again. */
    @Test
    void oneThatASlowStoreDoesNotTakeIsNotDone() {
        TellStage stage = stage(SHORT);
        Telegram telegram = telegramTo(one);
        say(one, Behaviour.FAILS);
        AtomicBoolean asked = new AtomicBoolean();
        store = retry -> {
            asked.set(true);
            return new CompletableFuture<Void>().orTimeout(SHORT.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        };
        assertThatThrownBy(() -> {
                    // On a busy machine the endpoint may be slow itself, and be left alone before the store is asked.
                    while (!asked.get()) {
                        stage.handle(List.of(fresh(telegram)));
                    }
                })
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void aTenantWhoseNamesNobodyAnswersForKeepsUpNoOther() {
        String unanswered = endpoints
                .add("stuck", "http://" + UNANSWERED + "/", Set.of(), "test")
                .endpoint()
                .id();
        Telegram telegram = telegramTo(one);
        stage(SHORT)
                .handle(IntStream.range(0, 20)
                        .mapToObj(i -> new Telegram(
                                "stuck", unanswered, ids.next(), "msg_stuck_" + i, telegram.kind(), "{}", 1))
                        .map(TellStageTest::fresh)
                        .toList());
        stage(LONG).handle(List.of(fresh(telegram)));
        assertThat(one.calls()).hasSize(1);
    }
}
