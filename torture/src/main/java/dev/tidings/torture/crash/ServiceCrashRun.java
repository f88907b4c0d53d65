package dev.tidings.torture.crash;

import dev.tidings.client.ProblemException;
import dev.tidings.server.cli.Main;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Kills a service under load repeatedly, and compares its state after each restart with the acknowledged requests. */
final class ServiceCrashRun implements AutoCloseable {
    private static final int USERS_PER_CYCLE = 20;
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Duration ROUTED_WITHIN = Duration.ofSeconds(60);
    /** Time for which a request without a recorded outcome counts as in progress; a retry is refused until then. */
    private static final Duration LEASE = Duration.ofSeconds(31);

    private final Path folder;
    private final boolean ackEarly;
    private final Random random;
    private final AckLedger ledger;
    private final List<String> allUsers = new ArrayList<>();
    private final LedgerCheck check;

    ServiceCrashRun(Path folder, boolean ackEarly, Random random) throws IOException {
        this.folder = folder;
        this.ackEarly = ackEarly;
        this.random = random;
        this.ledger = new AckLedger(folder.resolve("ledger"));
        this.check = new LedgerCheck("crash", ackEarly ? Duration.ofMillis(200) : ROUTED_WITHIN, random);
    }

    int acked() {
        return ledger.size();
    }

    /** Acked notifications that are missing from the inbox. */
    long lost() {
        return check.lost();
    }

    /** Notifications that occur twice in an inbox. */
    long duplicated() {
        return check.duplicated();
    }

    /** Items that were read and are unread, or in the inbox without a delivery in the state sent. */
    long regressed() {
        return check.regressed();
    }

    /** Users whose unread count differs from their inbox. */
    long miscounted() {
        return check.miscounted();
    }

    boolean met() {
        return acked() > 0 && check.met();
    }

    void cycle(int number) throws IOException, InterruptedException {
        List<String> users = IntStream.range(0, USERS_PER_CYCLE)
                .mapToObj(i -> "u" + number + "_" + i)
                .toList();
        allUsers.addAll(users);
        try (ServiceProcess service = start()) {
            CrashApi api = new CrashApi(service);
            retryOpen(api);
            CrashLoad load = new CrashLoad(api, ledger, users, "c" + number + "_", Optional.empty()).start();
            int before = ledger.size();
            long deadline = System.nanoTime() + ROUTED_WITHIN.toNanos();
            while (ledger.size() <= before + random.nextInt(200) && System.nanoTime() < deadline) {
                Thread.sleep(10);
            }
            Thread.sleep(random.nextInt(300));
            service.kill();
            load.await();
        }
        try (ServiceProcess service = start()) {
            CrashApi api = new CrashApi(service);
            for (String user : users) {
                check.verify(api, user, ledger.acked(user));
            }
        }
    }

    /** Verifies all users again, after all requests with unknown outcome were retried. */
    void verifyAll() throws IOException, InterruptedException {
        try (ServiceProcess service = start()) {
            CrashApi api = new CrashApi(service);
            Thread.sleep(LEASE.toMillis());
            retryOpen(api);
            for (SentRequest open : ledger.takeUncertain()) {
                check.countLost(open + " could not be retried");
            }
            for (String user : allUsers) {
                check.verify(api, user, ledger.acked(user));
            }
        }
    }

    /** Retries requests with unknown outcome under their idempotency key. A retry refused as in progress stays open for a later call. */
    private void retryOpen(CrashApi api) throws IOException, InterruptedException {
        for (SentRequest open : ledger.takeUncertain()) {
            try {
                ledger.acked(open, api.send(open));
            } catch (ProblemException inProgress) {
                if (inProgress.status() != 409) {
                    throw inProgress;
                }
                ledger.uncertain(open);
            }
        }
    }

    private ServiceProcess start() throws IOException {
        return ackEarly
                ? ServiceProcess.start(folder.resolve("data"), JVM, Map.of(), EarlyAckService.class.getName())
                : ServiceProcess.start(folder.resolve("data"), JVM, Map.of(), Main.class.getName(), "up");
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
