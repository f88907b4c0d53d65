package dev.tidings.torture.optout;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.service.Service;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.simulator.ReceivedCall;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Lets users opt out of an outbound channel while deliveries to them are queued, in flight or waiting for a retry. The provider simulator
 * takes the times: no call may begin there after the opt-out was acknowledged.
 */
final class OutboundOptOutRun implements AutoCloseable {
    private static final String TENANT = "trials";
    private static final Sender SENDER = new Sender(TENANT, "torture");
    private static final int TRIALS_PER_ROUND = 200;
    private static final int MAX_OPT_OUT_DELAY_MILLIS = 60;
    private static final Duration RETRY_PERIOD = Duration.ofMillis(500);

    private static final PreferencePatch OPT_OUT =
            new PreferencePatch(Map.of(Channel.WEBHOOK, Optional.of(false)), Map.of(), Map.of());

    private final WebhookServer simulator = new WebhookServer();
    private final Service service;
    private final Random random;
    private final boolean wrongMoment;
    private int trials;
    private int calledBefore;
    private int never;
    private int broken;

    /** A user who gets one notification and opts out once. */
    private static final class Trial {
        final int number;
        volatile long answeredNanos;

        Trial(int number) {
            this.number = number;
        }

        String user() {
            return "user" + number;
        }
    }

    /** @param wrongMoment breaks it on purpose: takes the time at which an opt-out was requested as that of its acknowledgement */
    OutboundOptOutRun(Path folder, Random random, boolean wrongMoment) throws IOException {
        this.random = random;
        this.wrongMoment = wrongMoment;
        // Every third call fails, so that many are retried around the time of the opt-out.
        Random failing = new Random(random.nextLong());
        simulator.defaultBehaviour(address -> failing.nextInt(3) == 0 ? Behaviour.FAILS : Behaviour.ACCEPTS);
        this.service = Service.start(
                Config.load(
                                Optional.empty(),
                                Map.of(
                                        "TIDINGS_DATA_FOLDER", folder.toString(),
                                        "TIDINGS_DELIVERY_FIRST_RETRY_DELAY", "20ms",
                                        "TIDINGS_DELIVERY_MAX_RETRY_DELAY", "40ms",
                                        "TIDINGS_DELIVERY_ATTEMPTS", "5",
                                        "TIDINGS_CHANNELS_ALLOW_PRIVATE", "true"))
                        .config(),
                InstantSource.system());
        service.delivery()
                .providers()
                .put(
                        TENANT,
                        "webhook",
                        new AccountDraft(
                                service.delivery()
                                        .providers()
                                        .kinds()
                                        .find("webhook")
                                        .orElseThrow(),
                                Map.of("secrets", WebhookServer.SECRET),
                                0,
                                true,
                                50,
                                0,
                                Duration.ofSeconds(2)),
                        "torture");
    }

    void run(int atLeast) throws InterruptedException {
        while (trials < atLeast) {
            round();
        }
    }

    int trials() {
        return trials;
    }

    /** Trials in which the provider was called before the opt-out was acknowledged: they prove that the race took place. */
    int calledBefore() {
        return calledBefore;
    }

    int neverCalled() {
        return never;
    }

    int violations() {
        return broken;
    }

    private void round() throws InterruptedException {
        List<Trial> round = new ArrayList<>();
        List<UserChange> users = new ArrayList<>();
        for (int i = 0; i < TRIALS_PER_ROUND; i++) {
            Trial trial = new Trial(trials++);
            round.add(trial);
            users.add(new UserChange(
                    trial.user(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(simulator.endpoint(trial.number)),
                    Optional.empty(),
                    Optional.empty()));
        }
        service.users().contacts().put(TENANT, users, "torture").join();
        int seen = simulator.calls().size();
        service.pipeline()
                .intake()
                .submitAll(SENDER, round.stream().map(this::request).toList())
                .join();
        List<CompletableFuture<Void>> optOuts = new ArrayList<>();
        for (Trial trial : round) {
            optOuts.add(CompletableFuture.runAsync(
                            () -> {},
                            CompletableFuture.delayedExecutor(
                                    random.nextInt(MAX_OPT_OUT_DELAY_MILLIS), TimeUnit.MILLISECONDS))
                    .thenCompose(now -> optOut(trial)));
        }
        CompletableFuture.allOf(optOuts.toArray(CompletableFuture[]::new)).join();
        if (!service.drain(Duration.ofMinutes(1))) {
            throw new IllegalStateException(
                    "not delivered within a minute: " + service.storage().backlog());
        }
        Thread.sleep(RETRY_PERIOD.toMillis());
        judge(round, simulator.calls().subList(seen, simulator.calls().size()));
    }

    private CompletableFuture<Void> optOut(Trial trial) {
        long asked = System.nanoTime();
        return service.users()
                .preferences()
                .change(new UserKey(TENANT, trial.user()), OPT_OUT, "torture")
                .thenAccept(done -> trial.answeredNanos = wrongMoment ? asked : System.nanoTime());
    }

    private void judge(List<Trial> round, List<ReceivedCall> calls) {
        Map<String, List<ReceivedCall>> byAddress = new HashMap<>();
        calls.forEach(call -> byAddress
                .computeIfAbsent(call.address(), key -> new ArrayList<>())
                .add(call));
        for (Trial trial : round) {
            List<ReceivedCall> received = byAddress.getOrDefault(simulator.endpoint(trial.number), List.of());
            if (received.stream().anyMatch(call -> call.startedNanos() - trial.answeredNanos > 0)) {
                broken++;
            } else if (received.isEmpty()) {
                never++;
            } else {
                calledBefore++;
            }
        }
    }

    private SendRequest request(Trial trial) {
        return service.pipeline()
                .parser()
                .parse(("{\"to\":{\"user\":\"" + trial.user() + "\"},\"title\":\"x\",\"channels\":[\"webhook\"]}")
                        .getBytes(UTF_8));
    }

    @Override
    public void close() {
        service.close();
        simulator.close();
    }
}
