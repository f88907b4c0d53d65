package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;
import dev.tidings.bench.service.ServiceCalls;
import dev.tidings.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Disconnects clients at random under load, optionally while the service is killed, and lets them resume from their cursors. In the end
 * each client has seen everything in the inbox of its user exactly once, received every read mark, and knows the unread count.
 */
final class LiveRun {
    private static final List<String> JVM = List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Duration SEEN_WITHIN = Duration.ofSeconds(60);
    private static final int QUIET_MILLIS = 1_000;
    /** One in this many users marks everything as read in the end. */
    private static final int READS_ALL_ONE_IN = 10;

    /**
     * The size of a live run.
     *
     * @param cuts disconnects per client
     * @param kills kills of the service
     * @param lists initial bulk notifications to all users
     */
    record Size(int clients, int cuts, int kills, int lists, int perSecond) {
        static final Size RESUME = new Size(1_000, 20, 0, 30, 300);
        static final Size KILLS = new Size(1_000, 10, 20, 30, 200);
        static final Size QUICK_RESUME = new Size(200, 10, 0, 20, 150);
        static final Size QUICK_KILLS = new Size(200, 5, 3, 20, 150);
    }

    /** Faults that are injected on purpose. */
    record Broken(int forgetEvery, boolean lateFeed) {
        static final Broken NOTHING = new Broken(0, false);

        boolean something() {
            return forgetEvery > 0 || lateFeed;
        }
    }

    private final Path folder;
    private final Size size;
    private final Broken broken;
    private final Random random;
    private final Findings findings;
    private final HttpClient http = ServiceCalls.client();

    LiveRun(String name, Path folder, Size size, Broken broken, Random random) {
        this.folder = folder;
        this.size = size;
        this.broken = broken;
        this.random = random;
        this.findings = new Findings(
                "live",
                name,
                Breach.GAP,
                Breach.REPEATED,
                Breach.PHANTOM,
                Breach.DISORDERED,
                Breach.MARK_MISSED,
                Breach.MISCOUNTED,
                Breach.RELOADED,
                Breach.NOT_RESUMED,
                Breach.UNEXPECTED);
    }

    Findings run() throws IOException, InterruptedException {
        ServiceProcess service = start();
        Calls first = new Calls(http, service);
        try (Crowd crowd = new Crowd(size.clients(), broken.forgetEvery(), first.tokens(), findings, random)) {
            crowd.reach(first);
            crowd.connectAll();
            await(SEEN_WITHIN, () -> crowd.all().stream().allMatch(Device::greeted), crowd);
            findings.progress(size.clients() + " clients of " + crowd.users().size() + " users");
            LiveLoad load = new LiveLoad(crowd, size.perSecond(), random.nextLong()).start(size.lists());
            crowd.cutAll(size.cuts());
            for (int kill = 0; kill < size.kills(); kill++) {
                TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(2_000));
                service.kill();
                service = start();
                crowd.reach(new Calls(http, service));
            }
            await(
                    Duration.ofSeconds(30 + 4 * size.cuts()),
                    () -> crowd.all().stream().allMatch(Device::done),
                    crowd);
            crowd.stayAll();
            load.stop();
            judge(crowd, load);
        } finally {
            service.close();
        }
        return findings;
    }

    private ServiceProcess start() throws IOException {
        return ServiceProcess.start(
                folder,
                JVM,
                LiveService.ROOMY,
                LiveService.class.getName(),
                broken.lateFeed() ? LiveService.LATE_FEED : LiveService.PLAIN);
    }

    private void judge(Crowd crowd, LiveLoad load) throws IOException, InterruptedException {
        Duration timeout = broken.something() ? Duration.ofSeconds(2) : SEEN_WITHIN;
        await(timeout, () -> hasAll(crowd, load), crowd);
        awaitQuiet(crowd);
        List<String> users = crowd.users();
        for (int i = 0; i < users.size(); i += READS_ALL_ONE_IN) {
            crowd.calls().markAllRead(crowd.token(users.get(i)));
        }
        awaitQuiet(crowd);
        long events = crowd.events();
        findings.tried("clients", crowd.all().size());
        findings.tried(
                "cuts",
                crowd.loop()
                        .ask(() -> crowd.all().stream()
                                .mapToLong(device -> device.cuts)
                                .sum()));
        if (size.kills() > 0) {
            findings.tried("kills", size.kills());
        }
        findings.tried("accepted", load.size());
        findings.tried("events", events);
        findings.tried("read", load.reads());
        for (String user : users) {
            judge(user, crowd, load.ackedFor(user));
        }
    }

    private void judge(String user, Crowd crowd, Set<String> acked) throws IOException, InterruptedException {
        String token = crowd.token(user);
        Map<String, Boolean> inbox = crowd.calls().inbox(token);
        Set<String> expected = new TreeSet<>(acked);
        expected.addAll(inbox.keySet());
        long unread = inbox.values().stream().filter(read -> !read).count();
        long counted = crowd.calls().unread(token);
        for (Device device : crowd.of(user)) {
            crowd.loop().ask(() -> {
                for (String id : expected) {
                    if (!device.notifications.containsKey(id)) {
                        findings.broken(
                                Breach.GAP,
                                id + (inbox.containsKey(id) ? " " : ", which is not in the inbox either, ") + device);
                    }
                }
                device.notifications.keySet().stream()
                        .filter(id -> !inbox.containsKey(id))
                        .forEach(id -> findings.broken(Breach.PHANTOM, id + " " + device));
                inbox.forEach((id, read) -> {
                    if (read != device.reads.containsKey(id)) {
                        findings.broken(Breach.MARK_MISSED, id + " read: " + read + " " + device);
                    }
                });
                if (device.unread != unread || device.unread != counted) {
                    findings.broken(
                            Breach.MISCOUNTED,
                            "by the last event " + device.unread + ", by the count " + counted + ", in the inbox "
                                    + unread + " " + device);
                }
                return null;
            });
        }
    }

    private static boolean hasAll(Crowd crowd, LiveLoad load) {
        return crowd.all().stream()
                .allMatch(device -> device.greeted()
                        && device.notifications
                                .keySet()
                                .containsAll(load.ackedFor(device.way().user())));
    }

    /** Waits until no more events arrive. */
    private static void awaitQuiet(Crowd crowd) throws InterruptedException {
        long before = -1;
        for (long now = crowd.events(); now != before; now = crowd.events()) {
            before = now;
            TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
        }
    }

    /** Waits for a condition; if it fails, the final checks report why. */
    private static void await(Duration timeout, BooleanSupplier condition, Crowd crowd) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!crowd.loop().ask(condition::getAsBoolean) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
