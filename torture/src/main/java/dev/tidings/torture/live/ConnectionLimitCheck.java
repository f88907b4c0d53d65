package dev.tidings.torture.live;

import dev.tidings.server.config.Config;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Opens more connections than the default limits allow, of one user and then from one address. The excess must be refused with a
 * retry delay.
 */
final class ConnectionLimitCheck {
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Config.Live DEFAULTS = Config.defaults().live();
    private static final int ABOVE_USER_LIMIT = 10 * DEFAULTS.maxPerUser();
    private static final int ABOVE_ADDRESS_LIMIT = 2 * DEFAULTS.maxPerAddress();

    private final Path folder;
    private final RunFindings findings;

    ConnectionLimitCheck(Path folder, RunFindings findings) {
        this.folder = folder;
        this.findings = findings;
    }

    void run() throws IOException, InterruptedException {
        try (ServiceProcess service = ServiceProcess.start(
                        folder, JVM, Map.of(), LiveTestService.class.getName(), LiveTestService.PLAIN);
                ClientLoop loop = new ClientLoop()) {
            LiveApi calls = new LiveApi(ServiceClients.http(), service);
            AttackTarget target = new AttackTarget(service, calls, calls.tokens(), loop, findings);
            exceed("limitedOfOneUser", target, ABOVE_USER_LIMIT, 1, DEFAULTS.maxPerUser());
            TimeUnit.SECONDS.sleep(2);
            exceed("limitedOfOneAddress", target, ABOVE_ADDRESS_LIMIT, ABOVE_ADDRESS_LIMIT, DEFAULTS.maxPerAddress());
        }
    }

    /** Opens more connections than allowed: some are greeted, and the rest is refused with a retry delay. */
    private void exceed(String name, AttackTarget target, int count, int users, int limit) throws InterruptedException {
        List<CountingClient> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            CountingClient one = new CountingClient();
            all.add(one);
            Handshake handshake = target.webSocket("many" + i % users);
            target.loop().after(i, () -> one.wire = target.connect(handshake, one));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < end
                && !target.loop()
                        .query(() -> all.stream().allMatch(one -> one.greeted || one.ended || one.refusalStatus > 0))) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        target.loop().query(() -> {
            long greeted = all.stream().filter(one -> one.greeted).count();
            findings.attempted(name + "Greeted", greeted);
            if (greeted > limit) {
                findings.violated(
                        LiveViolations.UNEXPECTED, greeted + " connections accepted, limit " + limit + ": " + name);
            }
            findings.attempted(
                    name + "Refused",
                    all.stream().filter(one -> one.refusedWithRetry).count());
            all.forEach(one -> {
                if (one.wire != null && one.wire.channel() != null) {
                    one.wire.cut(true);
                }
            });
            return null;
        });
    }

    /** Records whether it was greeted or refused with a retry delay. */
    private static final class CountingClient extends ClientListener {
        private ClientConnection wire;
        private boolean refusedWithRetry;

        @Override
        public void refused(ClientConnection from, int status, String head) {
            super.refused(from, status, head);
            refusedWithRetry = status == 429 && head.contains("retry-after: ");
        }
    }
}
