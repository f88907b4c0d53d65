package dev.tidings.bench.crash;

import dev.tidings.bench.service.ServiceCalls;
import dev.tidings.bench.service.ServiceProcess;
import dev.tidings.server.cli.Main;
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

/** Kills a service under load again and again, and holds what it left behind against what it had promised. */
final class CrashRun implements AutoCloseable {
    private static final int USERS_PER_CYCLE = 20;
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Duration ROUTED_WITHIN = Duration.ofSeconds(60);
    /** How long a request counts as in progress when its outcome was not noted; a repeat is refused for as long. */
    private static final Duration LEASE = Duration.ofSeconds(31);

    private static final int EVIDENCE_SHOWN = 10;

    private final Path folder;
    private final boolean ackEarly;
    private final Random random;
    private final Ledger ledger;
    private final List<String> everyone = new ArrayList<>();
    private long lost;
    private long duplicated;
    private long regressed;
    private long miscounted;
    private int shown;

    CrashRun(Path folder, boolean ackEarly, Random random) throws IOException {
        this.folder = folder;
        this.ackEarly = ackEarly;
        this.random = random;
        this.ledger = new Ledger(folder.resolve("ledger"));
    }

    int acked() {
        return ledger.size();
    }

    /** Acked, and not in the inbox. */
    long lost() {
        return lost;
    }

    /** In an inbox twice. */
    long duplicated() {
        return duplicated;
    }

    /** Read, and unread again; or delivered, and no longer. */
    long regressed() {
        return regressed;
    }

    /** Users whose unread count is not what their inbox shows. */
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
        everyone.addAll(users);
        try (ServiceProcess service = start()) {
            ApiCalls api = new ApiCalls(service);
            repeat(api);
            Load load = new Load(api, ledger, users, "c" + number + "_").start();
            int before = ledger.size();
            long patience = System.nanoTime() + ROUTED_WITHIN.toNanos();
            while (ledger.size() <= before + random.nextInt(200) && System.nanoTime() < patience) {
                Thread.sleep(10);
            }
            Thread.sleep(random.nextInt(300));
            service.kill();
            load.await();
        }
        try (ServiceProcess service = start()) {
            ApiCalls api = new ApiCalls(service);
            for (String user : users) {
                verify(api, user);
            }
        }
    }

    /** Everything once more, after all that was left open was sent again. */
    void verifyAll() throws IOException, InterruptedException {
        try (ServiceProcess service = start()) {
            ApiCalls api = new ApiCalls(service);
            Thread.sleep(LEASE.toMillis());
            repeat(api);
            for (Sent open : ledger.takeToRepeat()) {
                lost++;
                tell(open + " could not be sent again");
            }
            for (String user : everyone) {
                verify(api, user);
            }
        }
    }

    /** What nobody knows the fate of is sent again under its key. What is refused as in progress waits for another time. */
    private void repeat(ApiCalls api) throws IOException, InterruptedException {
        for (Sent open : ledger.takeToRepeat()) {
            try {
                ledger.acked(open, api.send(open));
            } catch (ServiceCalls.Refused inProgress) {
                if (inProgress.status() != 409) {
                    throw inProgress;
                }
                ledger.uncertain(open);
            }
        }
    }

    private void verify(ApiCalls api, String user) throws IOException, InterruptedException {
        Map<String, String> acked = ledger.ackedFor(user);
        List<ApiCalls.Item> inbox = awaitRouted(api, user, acked.keySet());
        Map<String, Integer> times = new HashMap<>();
        inbox.forEach(item -> times.merge(item.nonce(), 1, Integer::sum));
        for (Map.Entry<String, String> promise : acked.entrySet()) {
            if (!times.containsKey(promise.getKey())) {
                lost++;
                tell("lost: " + promise + " of " + user);
            }
        }
        times.forEach((nonce, count) -> {
            if (count > 1) {
                duplicated++;
                tell("there " + count + " times: " + nonce + " of " + user);
            }
        });
        Set<String> read = ledger.readBy(user);
        long unread = 0;
        for (ApiCalls.Item item : inbox) {
            unread += item.read() ? 0 : 1;
            if (!item.read() && read.contains(item.id())) {
                regressed++;
                tell("was read and is not: " + item + " of " + user);
            }
        }
        long counted = api.unread(user);
        if (counted != unread) {
            miscounted++;
            tell("unread count " + counted + ", in the inbox " + unread + " of " + user);
        }
        if (!inbox.isEmpty()) {
            ApiCalls.Item item = inbox.get(random.nextInt(inbox.size()));
            String state = api.state(user, item.id());
            if (!state.equals("sent")) {
                regressed++;
                tell("in the inbox and " + state + ": " + item + " of " + user);
            }
        }
    }

    /** Reads until all that was acked is there; what waited in the log is routed after the start. */
    private List<ApiCalls.Item> awaitRouted(ApiCalls api, String user, Set<String> nonces)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + (ackEarly ? Duration.ofMillis(200) : ROUTED_WITHIN).toNanos();
        while (true) {
            List<ApiCalls.Item> inbox = api.inbox(user);
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

    private void tell(String evidence) {
        if (shown++ < EVIDENCE_SHOWN) {
            System.err.println("crash: " + evidence);
        }
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
