package dev.tidings.torture.live;

import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs each kind of abusive client in alternation with quiet phases: measures their effect on healthy clients and on the memory of the
 * service, and checks for leaks after they disconnect.
 */
final class AbuseRun {
    private static final List<String> JVM =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=256m", "-XX:TieredStopAtLevel=1");
    private static final double MAX_LATENCY_GROWTH = 2.0;
    private static final int ATTEMPTS = 3;
    private static final long MAX_HEAP_GROWTH = 128L << 20;
    private static final long MAX_DIRECT_GROWTH = 160L << 20;
    private static final long MAX_RESIDENT_KILOBYTES = 1_600L << 10;
    private static final long MAX_HEAP_LEAK = 24L << 20;
    private static final long MAX_SOCKET_LEAK = 20;
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(30);

    /**
     * The size of an abuse run.
     *
     * @param phase duration of each attack and of each quiet phase
     */
    record AbuseRunSize(
            int slowSenders,
            int slowReaders,
            int connectsPerMinute,
            int floods,
            int healthy,
            int perSecond,
            Duration phase) {
        static final AbuseRunSize FULL = new AbuseRunSize(2_000, 1_000, 10_000, 40, 100, 100, Duration.ofSeconds(30));
        static final AbuseRunSize QUICK = new AbuseRunSize(400, 200, 10_000, 12, 50, 100, Duration.ofSeconds(6));

        /** A smaller size, enough to compile all code on both sides. */
        AbuseRunSize warmUp() {
            return new AbuseRunSize(
                    slowSenders / 5, slowReaders / 5, connectsPerMinute, floods, healthy, perSecond, phase);
        }
    }

    private final Path folder;
    private final AbuseRunSize size;
    private final Set<String> only;
    private final boolean noLimits;
    private final RunFindings findings = findings("abuse");
    /** The 99th percentile of each quiet phase. */
    private final List<Long> quiet = new ArrayList<>();

    /**
     * @param only names of the attacks to run; if empty, all attacks and the connection limits
     * @param noLimits whether the service is broken on purpose
     */
    AbuseRun(Path folder, AbuseRunSize size, Set<String> only, boolean noLimits) {
        this.noLimits = noLimits;
        this.folder = folder;
        this.size = size;
        this.only = only;
    }

    private static RunFindings findings(String what) {
        return new RunFindings(
                "live",
                what,
                LiveViolations.SLOWED,
                LiveViolations.GAP,
                LiveViolations.REPEATED,
                LiveViolations.RELOADED,
                LiveViolations.NOT_CUT,
                LiveViolations.NOT_REFUSED,
                LiveViolations.UNBOUNDED,
                LiveViolations.LEAKED,
                LiveViolations.UNEXPECTED);
    }

    RunFindings run() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (ServiceProcess service = ServiceProcess.start(
                        data, JVM, settings(), LiveTestService.class.getName(), LiveTestService.PLAIN);
                ClientLoop healthyLoop = new ClientLoop();
                ClientLoop loop = new ClientLoop()) {
            LiveApi calls = new LiveApi(ServiceClients.http(), service);
            TokenSigner tokens = calls.tokens();
            AttackTarget target = new AttackTarget(service, calls, tokens, loop, findings);
            try (HealthyClients healthy = new HealthyClients(
                    new AttackTarget(service, calls, tokens, healthyLoop, findings),
                    size.healthy(),
                    size.perSecond())) {
                ProcessVitals before = ProcessVitals.of(service, data);
                findings.progress("before: " + before);
                warmUp(service, before, new AttackTarget(service, calls, tokens, loop, findings("warm-up")));
                healthy.measure(size.phase());
                attack(healthy, service, data, before, target);
            }
        }
        if (only.isEmpty()) {
            new ConnectionLimitCheck(folder.resolve("limited"), findings).run();
        }
        return findings;
    }

    /**
     * Runs each attack once before it counts. The attackers share the machine with the service, and the cost of compiling the attackers is
     * not caused by the service.
     */
    private void warmUp(ServiceProcess service, ProcessVitals before, AttackTarget target)
            throws IOException, InterruptedException {
        for (Supplier<Attack> supplier : attacks(target, size.warmUp())) {
            Attack attack = supplier.get();
            try (attack) {
                attack.start();
                TimeUnit.MILLISECONDS.sleep(WARM_UP.toMillis());
            }
            awaitClosed(attack, service, before);
        }
    }

    /** Sets a short timeout for slow consumers, so that they are disconnected during the run. */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(LiveTestService.RAISED_LIMITS);
        settings.put("TIDINGS_LIVE_SLOW_CONSUMER_TIMEOUT", noLimits ? "1h" : SlowReaders.TIMEOUT_SECONDS + "s");
        if (noLimits) {
            settings.put("TIDINGS_LIVE_MESSAGES_PER_USER", "1000000");
        }
        return settings;
    }

    private void attack(
            HealthyClients healthy, ServiceProcess service, Path data, ProcessVitals before, AttackTarget target)
            throws IOException, InterruptedException {
        for (Supplier<Attack> attack : attacks(target, size)) {
            // The machine has latency spikes of its own. Only an attack that slows others down every time counts.
            int slowed = 0;
            while (slowed < ATTEMPTS && slows(attack.get(), healthy, service, data, before)) {
                slowed++;
            }
            findings.figure(attack.get().name() + "SlowedTimes", slowed);
            if (slowed == ATTEMPTS) {
                findings.violated(LiveViolations.SLOWED, attack.get().name() + ", each of " + ATTEMPTS + " times");
            }
        }
        leaked(before, ProcessVitals.of(service, data));
    }

    /** Whether healthy clients were slower than in a typical quiet phase. */
    private boolean slows(
            Attack attack, HealthyClients healthy, ServiceProcess service, Path data, ProcessVitals before)
            throws IOException, InterruptedException {
        quiet.add(percentile99(healthy.measure(size.phase())));
        quiet.sort(null);
        long baseline = quiet.get(quiet.size() / 2);
        long p99;
        try (attack) {
            attack.start();
            p99 = percentile99(healthy.measure(size.phase()));
            ProcessVitals during = ProcessVitals.of(service, data);
            findings.progress(
                    attack.name() + ": " + p99 + " µs at the 99th percentile, quiet " + baseline + "; " + during);
            bounded(attack, before, during);
            attack.verify();
        }
        awaitClosed(attack, service, before);
        findings.figure("quietP99Micros", baseline);
        findings.figure(attack.name() + "P99Micros", p99);
        return p99 > MAX_LATENCY_GROWTH * baseline;
    }

    private List<Supplier<Attack>> attacks(AttackTarget target, AbuseRunSize of) {
        return Stream.<Supplier<Attack>>of(
                        () -> new SlowSenders(target, of.slowSenders()),
                        () -> new SlowReaders(target, of.slowReaders(), SlowReaders.SlowReaderMode.DEAF),
                        () -> new SlowReaders(target, of.slowReaders(), SlowReaders.SlowReaderMode.RESUMING),
                        () -> new SlowReaders(target, of.slowReaders(), SlowReaders.SlowReaderMode.RUDE),
                        () -> new ConnectStorm(target, of.connectsPerMinute()),
                        () -> new BadFrames(target),
                        () -> new Floods(target, of.floods(), 5))
                .filter(attack -> only.isEmpty() || only.contains(attack.get().name()))
                .toList();
    }

    private void bounded(Attack attack, ProcessVitals before, ProcessVitals during) {
        if (during.heapBytes() - before.heapBytes() > MAX_HEAP_GROWTH
                || during.directBytes() - before.directBytes() > MAX_DIRECT_GROWTH
                || during.residentKilobytes() > MAX_RESIDENT_KILOBYTES) {
            findings.violated(LiveViolations.UNBOUNDED, attack.name() + ": " + before + ", then " + during);
        }
        findings.figure(attack.name() + "HeapKB", during.heapBytes() >> 10);
        findings.figure(attack.name() + "DirectKB", during.directBytes() >> 10);
        findings.figure(attack.name() + "ResidentKB", during.residentKilobytes());
    }

    /** Waits until the service has closed each socket of the attackers. */
    private void awaitClosed(Attack attack, ServiceProcess service, ProcessVitals before)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + CLOSED_WITHIN.toNanos();
        while (ProcessVitals.openSockets(service) > before.sockets() + MAX_SOCKET_LEAK) {
            if (System.nanoTime() > end) {
                long leaked = ProcessVitals.openSockets(service) - before.sockets();
                findings.violated(LiveViolations.LEAKED, leaked + " sockets still open after " + attack.name());
                return;
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void leaked(ProcessVitals before, ProcessVitals after) {
        findings.progress("after: " + after);
        findings.figure("heapBeforeKB", before.heapBytes() >> 10);
        findings.figure("heapAfterKB", after.heapBytes() >> 10);
        if (after.heapBytes() - before.heapBytes() > MAX_HEAP_LEAK) {
            findings.violated(LiveViolations.LEAKED, "heap: " + before + ", finally " + after);
        }
    }

    private static long percentile99(List<Long> sorted) {
        return sorted.isEmpty() ? Long.MAX_VALUE : sorted.get((sorted.size() - 1) * 99 / 100);
    }
}
