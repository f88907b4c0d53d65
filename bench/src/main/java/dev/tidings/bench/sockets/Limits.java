package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;
import dev.tidings.bench.service.ServiceCalls;
import dev.tidings.bench.service.ServiceProcess;
import dev.tidings.server.live.LiveOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** With the limits as they are by default: one user, and one address, cannot take everything. */
final class Limits {
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final LiveOptions DEFAULTS = LiveOptions.defaults();
    private static final int MORE_THAN_A_USER_MAY = 10 * DEFAULTS.maxPerUser();
    private static final int MORE_THAN_AN_ADDRESS_MAY = 2 * DEFAULTS.maxPerAddress();

    private final Path folder;
    private final Findings findings;

    Limits(Path folder, Findings findings) {
        this.folder = folder;
        this.findings = findings;
    }

    void run() throws IOException, InterruptedException {
        try (ServiceProcess service =
                        ServiceProcess.start(folder, JVM, Map.of(), LiveService.class.getName(), LiveService.PLAIN);
                Loop loop = new Loop()) {
            Calls calls = new Calls(ServiceCalls.client(), service);
            Target target = new Target(service, calls, calls.tokens(), loop, findings);
            crowd("limitedOfOneUser", target, MORE_THAN_A_USER_MAY, 1, DEFAULTS.maxPerUser());
            TimeUnit.SECONDS.sleep(2);
            crowd(
                    "limitedOfOneAddress",
                    target,
                    MORE_THAN_AN_ADDRESS_MAY,
                    MORE_THAN_AN_ADDRESS_MAY,
                    DEFAULTS.maxPerAddress());
        }
    }

    /** Some are greeted, and the rest is told to come later. */
    private void crowd(String name, Target target, int count, int users, int most) throws InterruptedException {
        List<Counted> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Counted one = new Counted();
            all.add(one);
            Handshake handshake = target.webSocket("many" + i % users);
            target.loop().after(i, () -> one.wire = target.connect(handshake, one));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < end
                && !target.loop().ask(() -> all.stream().allMatch(one -> one.greeted || one.over || one.refusal > 0))) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        target.loop().ask(() -> {
            long greeted = all.stream().filter(one -> one.greeted).count();
            findings.tried(name + "Greeted", greeted);
            if (greeted > most) {
                findings.broken(Breach.UNEXPECTED, greeted + " were let in where " + most + " may: " + name);
            }
            findings.tried(
                    name + "Refused", all.stream().filter(one -> one.polite).count());
            all.forEach(one -> {
                if (one.wire != null && one.wire.channel() != null) {
                    one.wire.cut(true);
                }
            });
            return null;
        });
    }

    private static final class Counted extends Victim {
        private Wire wire;
        private boolean polite;

        @Override
        public void refused(Wire from, int status, String head) {
            super.refused(from, status, head);
            polite = status == 429 && head.contains("retry-after: ");
        }
    }
}
