package dev.tidings.torture.crash;

import dev.tidings.client.ProblemException;
import dev.tidings.server.cli.Main;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Kills a service under load repeatedly, and compares its state after each restart with the acknowledged requests. */
final class ServiceCrashRun implements AutoCloseable {
    private static final int USERS_PER_CYCLE = 20;
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Duration ROUTED_WITHIN = Duration.ofSeconds(60);
    /** Time for which a request without a recorded outcome counts as in progress; a retry is refused until then. */
    private static final Duration LEASE = Duration.ofSeconds(31);

    private static final int EVIDENCE_SHOWN = 10;

    private final Path folder;
    private final boolean ackEarly;
    private final Random random;
    private final AckLedger ledger;
    private final List<String> allUsers = new ArrayList<>();
    private long lost;
    private long duplicated;
    private long regressed;
    private long miscounted;
    private int shown;

    ServiceCrashRun(Path folder, boolean ackEarly, Random random) throws IOException {
        this.folder = folder;
        this.ackEarly = ackEarly;
        this.random = random;
        this.ledger = new AckLedger(folder.resolve("ledger"));
    }

    int acked() {
        return ledger.size();
    }

    /** Acked notifications that are missing from the inbox. */
    long lost() {
        return lost;
    }

    /** Notifications that occur twice in an inbox. */
    long duplicated() {
        return duplicated;
    }

    /** Items that were read and are unread, or in the inbox without a delivery in the state sent. */
    long regressed() {
        return regressed;
    }

    /** Users whose unread count differs from their inbox. */
    long miscounted() {
        return miscounted;
    }

    boolean met() {
        return acked() > 0 && lost + duplicated + regressed + miscounted == 0;
    }

    void cycle(int number) throws IOException, InterruptedException {
        List<String> users = IntStream.range(0, USERS_PER_CYCLE)
                .mapToObj(i -> "u" + number + "_" + i)
                .toList();
        allUsers.addAll(users);
        try (ServiceProcess service = start()) {
            CrashApi api = new CrashApi(service);
            retryOpen(api);
            CrashLoad load = new CrashLoad(api, ledger, users, "c" + number + "_").start();
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
                verify(api, user);
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
                lost++;
                printEvidence(open + " could not be retried");
            }
            for (String user : allUsers) {
                verify(api, user);
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

    private void verify(CrashApi api, String user) throws IOException, InterruptedException {
        Map<String, String> acked = ledger.ackedFor(user);
        List<CrashApi.InboxEntry> inbox = awaitRouted(api, user, acked.keySet());
        Map<String, Integer> times = new HashMap<>();
        inbox.forEach(item -> times.merge(item.nonce(), 1, Integer::sum));
        for (Map.Entry<String, String> entry : acked.entrySet()) {
            if (!times.containsKey(entry.getKey())) {
                lost++;
                printEvidence("lost: " + entry + " of " + user);
            }
        }
        times.forEach((nonce, count) -> {
            if (count > 1) {
                duplicated++;
                printEvidence("occurs " + count + " times: " + nonce + " of " + user);
            }
        });
        Set<String> read = ledger.readBy(user);
        long unread = 0;
        for (CrashApi.InboxEntry item : inbox) {
            unread += item.read() ? 0 : 1;
            if (!item.read() && read.contains(item.id())) {
                regressed++;
                printEvidence("was read and is unread: " + item + " of " + user);
            }
        }
        long counted = api.unread(user);
        if (counted != unread) {
            miscounted++;
            printEvidence("unread count " + counted + ", in the inbox " + unread + " of " + user);
        }
        if (!inbox.isEmpty()) {
            CrashApi.InboxEntry item = inbox.get(random.nextInt(inbox.size()));
            String state = api.state(user, item.id());
            if (!state.equals("sent")) {
                regressed++;
                printEvidence("in the inbox and " + state + ": " + item + " of " + user);
            }
        }
    }

    /** Reads the inbox until all acked notifications are there; the backlog of the log is routed after the restart. */
    private List<CrashApi.InboxEntry> awaitRouted(CrashApi api, String user, Set<String> nonces)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + (ackEarly ? Duration.ofMillis(200) : ROUTED_WITHIN).toNanos();
        while (true) {
            List<CrashApi.InboxEntry> inbox = api.inbox(user);
            Set<String> there = new HashSet<>();
            inbox.forEach(item -> there.add(item.nonce()));
            if (there.containsAll(nonces) || System.nanoTime() > end) {
                return inbox;
            }
            Thread.sleep(20);
        }
    }

    private ServiceProcess start() throws IOException {
        return ackEarly
                ? ServiceProcess.start(folder.resolve("data"), JVM, Map.of(), EarlyAckService.class.getName())
                : ServiceProcess.start(folder.resolve("data"), JVM, Map.of(), Main.class.getName(), "up");
    }

    private void printEvidence(String evidence) {
        if (shown++ < EVIDENCE_SHOWN) {
            System.err.println("crash: " + evidence);
        }
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
