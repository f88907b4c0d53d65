package dev.tidings.torture.optout;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.explain.UserDeliveries;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Lets users opt out while notifications to them wait in the log, or before they are sent. Each trial is one user, one notification and one
 * opt-out. A notification decided after the opt-out was acknowledged must not reach the inbox.
 */
final class OptOutRun implements AutoCloseable {
    private static final String TENANT = "trials";
    private static final Sender SENDER = new Sender(TENANT, "torture");
    private static final int TRIALS_PER_ROUND = 100;
    /** Notifications of other users ahead of those of a round, so that there is a queue. */
    private static final int QUEUE = 500;

    private static final PreferencePatch OPT_OUT =
            new PreferencePatch(Map.of(Channel.IN_APP, Optional.of(false)), Map.of(), Map.of());

    private final Service service;
    private final Random random;
    private final boolean wrongMoment;
    private int trials;
    private int shownBefore;
    private int suppressed;
    private int broken;

    /** A user who gets one notification and opts out once. */
    private static final class Trial {
        final String user;
        final boolean optsOutFirst;
        UUID id;
        volatile Instant answered;

        Trial(String user, boolean optsOutFirst) {
            this.user = user;
            this.optsOutFirst = optsOutFirst;
        }
    }

    /** @param wrongMoment breaks it on purpose: takes the time at which an opt-out was requested as that of its acknowledgement */
    OptOutRun(Path folder, Random random, boolean wrongMoment) {
        this.service = Service.start(
                Config.load(Optional.empty(), Map.of("TIDINGS_DATA_FOLDER", folder.toString()))
                        .config(),
                InstantSource.system());
        this.random = random;
        this.wrongMoment = wrongMoment;
    }

    void run(int atLeast) {
        while (trials < atLeast) {
            round();
        }
    }

    int trials() {
        return trials;
    }

    /** Trials decided before the opt-out was acknowledged, and shown: they prove that the race took place. */
    int shownBefore() {
        return shownBefore;
    }

    int suppressed() {
        return suppressed;
    }

    /** Trials decided after the opt-out was acknowledged, but shown. */
    int violations() {
        return broken;
    }

    private void round() {
        List<Trial> round = new ArrayList<>();
        for (int i = 0; i < TRIALS_PER_ROUND; i++) {
            round.add(new Trial("user" + trials++, random.nextInt(4) == 0));
        }
        List<SendRequest> queue = new ArrayList<>();
        for (int i = 0; i < QUEUE; i++) {
            queue.add(request("other" + random.nextInt(1_000)));
        }
        round.stream()
                .filter(trial -> trial.optsOutFirst)
                .forEach(trial -> optOut(trial).join());
        service.pipeline().intake().submitAll(SENDER, queue).join();
        List<SubmitResult> accepted = service.pipeline()
                .intake()
                .submitAll(
                        SENDER, round.stream().map(trial -> request(trial.user)).toList())
                .join();
        for (int i = 0; i < round.size(); i++) {
            round.get(i).id = ((SubmitResult.Accepted) accepted.get(i)).id();
        }
        CompletableFuture.allOf(round.stream()
                        .filter(trial -> !trial.optsOutFirst)
                        .map(this::optOut)
                        .toArray(CompletableFuture[]::new))
                .join();
        if (!service.drain(Duration.ofMinutes(1))) {
            throw new IllegalStateException(
                    "not routed within a minute: " + service.storage().backlog());
        }
        round.forEach(this::judge);
    }

    private CompletableFuture<Void> optOut(Trial trial) {
        Instant asked = Instant.now();
        return service.users()
                .preferences()
                .change(new UserKey(TENANT, trial.user), OPT_OUT, "torture")
                .thenAccept(done -> trial.answered = wrongMoment ? asked : Instant.now());
    }

    private void judge(Trial trial) {
        UserDeliveries deliveries = service.pipeline()
                .trace()
                .deliveries(TENANT, trial.id, trial.user)
                .join()
                .orElseThrow();
        boolean shown = deliveries.deliveries().stream()
                .anyMatch(delivery ->
                        delivery.channel().equals("in_app") && delivery.state().equals("sent"));
        // Decision times are truncated to milliseconds: only a later millisecond is certainly later.
        boolean after = deliveries.decidedAt().toEpochMilli() > trial.answered.toEpochMilli();
        if (!shown) {
            suppressed++;
        } else if (after || trial.optsOutFirst) {
            broken++;
        } else {
            shownBefore++;
        }
    }

    private SendRequest request(String user) {
        return service.pipeline()
                .parser()
                .parse(("{\"to\":{\"user\":\"" + user + "\"},\"title\":\"x\"}").getBytes(UTF_8));
    }

    @Override
    public void close() {
        service.close();
    }
}
