package dev.tidings.torture.live;

import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
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
    record LiveRunSize(int clients, int cuts, int kills, int lists, int perSecond) {
        static final LiveRunSize RESUME = new LiveRunSize(1_000, 20, 0, 30, 300);
        static final LiveRunSize KILLS = new LiveRunSize(1_000, 10, 20, 30, 200);
        static final LiveRunSize QUICK_RESUME = new LiveRunSize(200, 10, 0, 20, 150);
        static final LiveRunSize QUICK_KILLS = new LiveRunSize(200, 5, 3, 20, 150);
    }

    /** Faults that are injected on purpose. */
    record InjectedFaults(int forgetEvery, boolean lateFeed) {
        static final InjectedFaults NOTHING = new InjectedFaults(0, false);

        boolean any() {
            return forgetEvery > 0 || lateFeed;
        }
    }

    private final Path folder;
    private final LiveRunSize size;
    private final InjectedFaults broken;
    private final Random random;
    private final RunFindings findings;
    private final HttpClient http = ServiceClients.http();

    LiveRun(String name, Path folder, LiveRunSize size, InjectedFaults broken, Random random) {
        this.folder = folder;
        this.size = size;
        this.broken = broken;
        this.random = random;
        this.findings = new RunFindings(
                "live",
                name,
                LiveViolations.GAP,
                LiveViolations.REPEATED,
                LiveViolations.PHANTOM,
                LiveViolations.DISORDERED,
                LiveViolations.MARK_MISSED,
                LiveViolations.MISCOUNTED,
                LiveViolations.RELOADED,
                LiveViolations.NOT_RESUMED,
                LiveViolations.UNEXPECTED);
    }

    RunFindings run() throws IOException, InterruptedException {
        ServiceProcess service = start();
        LiveApi first = new LiveApi(http, service);
        try (DeviceFleet crowd =
                new DeviceFleet(size.clients(), broken.forgetEvery(), first.tokens(), findings, random)) {
            crowd.setCalls(first);
            crowd.connectAll();
            await(SEEN_WITHIN, () -> crowd.all().stream().allMatch(ResumingDevice::greeted), crowd);
            findings.progress(size.clients() + " clients of " + crowd.users().size() + " users");
            LiveLoad load = new LiveLoad(crowd, size.perSecond(), random.nextLong()).start(size.lists());
            crowd.cutAll(size.cuts());
            for (int kill = 0; kill < size.kills(); kill++) {
                TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(2_000));
                service.kill();
                service = start();
                crowd.setCalls(new LiveApi(http, service));
            }
            await(
                    Duration.ofSeconds(30 + 4 * size.cuts()),
                    () -> crowd.all().stream().allMatch(ResumingDevice::done),
                    crowd);
            crowd.stopCuts();
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
                LiveTestService.RAISED_LIMITS,
                LiveTestService.class.getName(),
                broken.lateFeed() ? LiveTestService.LATE_FEED : LiveTestService.PLAIN);
    }

    private void judge(DeviceFleet crowd, LiveLoad load) throws IOException, InterruptedException {
        Duration timeout = broken.any() ? Duration.ofSeconds(2) : SEEN_WITHIN;
        await(timeout, () -> hasAll(crowd, load), crowd);
        awaitQuiet(crowd);
        List<String> users = crowd.users();
        for (int i = 0; i < users.size(); i += READS_ALL_ONE_IN) {
            crowd.calls().markAllRead(crowd.token(users.get(i)));
        }
        awaitQuiet(crowd);
        long events = crowd.events();
        findings.attempted("clients", crowd.all().size());
        findings.attempted(
                "cuts",
                crowd.loop()
                        .query(() -> crowd.all().stream()
                                .mapToLong(device -> device.cuts)
                                .sum()));
        if (size.kills() > 0) {
            findings.attempted("kills", size.kills());
        }
        findings.attempted("accepted", load.size());
        findings.attempted("events", events);
        findings.attempted("read", load.reads());
        for (String user : users) {
            judge(user, crowd, load.ackedFor(user));
        }
    }

    private void judge(String user, DeviceFleet crowd, Set<String> acked) throws IOException, InterruptedException {
        String token = crowd.token(user);
        Map<String, Boolean> inbox = crowd.calls().inbox(token);
        Set<String> expected = new TreeSet<>(acked);
        expected.addAll(inbox.keySet());
        long unread = inbox.values().stream().filter(read -> !read).count();
        long counted = crowd.calls().unread(token);
        for (ResumingDevice device : crowd.of(user)) {
            crowd.loop().query(() -> {
                for (String id : expected) {
                    if (!device.notifications.containsKey(id)) {
                        findings.violated(
                                LiveViolations.GAP,
                                id + (inbox.containsKey(id) ? " " : ", which is not in the inbox either, ") + device);
                    }
                }
                device.notifications.keySet().stream()
                        .filter(id -> !inbox.containsKey(id))
                        .forEach(id -> findings.violated(LiveViolations.PHANTOM, id + " " + device));
                inbox.forEach((id, read) -> {
                    if (read != device.reads.containsKey(id)) {
                        findings.violated(LiveViolations.MARK_MISSED, id + " read: " + read + " " + device);
                    }
                });
                if (device.unread != unread || device.unread != counted) {
                    findings.violated(
                            LiveViolations.MISCOUNTED,
                            "by the last event " + device.unread + ", by the count " + counted + ", in the inbox "
                                    + unread + " " + device);
                }
                return null;
            });
        }
    }

    private static boolean hasAll(DeviceFleet crowd, LiveLoad load) {
        return crowd.all().stream()
                .allMatch(device -> device.greeted()
                        && device.notifications
                                .keySet()
                                .containsAll(load.ackedFor(device.way().user())));
    }

    /** Waits until no more events arrive. */
    private static void awaitQuiet(DeviceFleet crowd) throws InterruptedException {
        long before = -1;
        for (long now = crowd.events(); now != before; now = crowd.events()) {
            before = now;
            TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
        }
    }

    /** Waits for a condition; if it fails, the final checks report why. */
    private static void await(Duration timeout, BooleanSupplier condition, DeviceFleet crowd)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!crowd.loop().query(condition::getAsBoolean) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
