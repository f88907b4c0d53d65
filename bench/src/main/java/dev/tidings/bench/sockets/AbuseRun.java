package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;
import dev.tidings.bench.service.ServiceCalls;
import dev.tidings.bench.service.ServiceProcess;
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
 * Bad clients of every kind, one kind after the other, each in turns with quiet: what they do to those who behave, to the memory of the
 * service, and whether anything of them is left when they are gone.
 */
final class AbuseRun {
    private static final List<String> JVM =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=256m", "-XX:TieredStopAtLevel=1");
    private static final double MOST_GROWTH = 2.0;
    private static final int ATTEMPTS = 3;
    private static final long MOST_HEAP_GROWTH = 128L << 20;
    private static final long MOST_DIRECT_GROWTH = 160L << 20;
    private static final long MOST_RESIDENT_KILOBYTES = 1_600L << 10;
    private static final long MOST_HEAP_LEFT = 24L << 20;
    private static final long MOST_SOCKETS_LEFT = 20;
    private static final Duration REHEARSAL = Duration.ofSeconds(5);
    private static final Duration GONE_WITHIN = Duration.ofSeconds(30);

    /** @param phase how long each kind goes on, and each quiet time between */
    record Size(
            int slowSenders,
            int slowReaders,
            int connectsPerMinute,
            int floods,
            int healthy,
            int perSecond,
            Duration phase) {
        static final Size FULL = new Size(2_000, 1_000, 10_000, 40, 100, 100, Duration.ofSeconds(30));
        static final Size QUICK = new Size(400, 200, 10_000, 12, 50, 100, Duration.ofSeconds(6));

        /** Enough for everything to be compiled, on both sides. */
        Size rehearsal() {
            return new Size(slowSenders / 5, slowReaders / 5, connectsPerMinute, floods, healthy, perSecond, phase);
        }
    }

    private final Path folder;
    private final Size size;
    private final Set<String> only;
    private final boolean noLimits;
    private final Findings findings = findings("abuse");
    /** What each quiet time had as its 99th percentile. */
    private final List<Long> quiet = new ArrayList<>();

    /**
     * @param only the names of those it is about; with none, all and the limits as well
     * @param noLimits whether the service is broken on purpose
     */
    AbuseRun(Path folder, Size size, Set<String> only, boolean noLimits) {
        this.noLimits = noLimits;
        this.folder = folder;
        this.size = size;
        this.only = only;
    }

    private static Findings findings(String what) {
        return new Findings(
                "live",
                what,
                Breach.SLOWED,
                Breach.GAP,
                Breach.REPEATED,
                Breach.RELOADED,
                Breach.NOT_CUT,
                Breach.NOT_REFUSED,
                Breach.UNBOUNDED,
                Breach.LEAKED,
                Breach.UNEXPECTED);
    }

    Findings run() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (ServiceProcess service =
                        ServiceProcess.start(data, JVM, settings(), LiveService.class.getName(), LiveService.PLAIN);
                Loop healthyLoop = new Loop();
                Loop loop = new Loop()) {
            Calls calls = new Calls(ServiceCalls.client(), service);
            Tokens tokens = calls.tokens();
            Target target = new Target(service, calls, tokens, loop, findings);
            try (Healthy healthy = new Healthy(
                    new Target(service, calls, tokens, healthyLoop, findings), size.healthy(), size.perSecond())) {
                Vitals before = Vitals.of(service, data);
                findings.progress("before: " + before);
                rehearse(service, before, new Target(service, calls, tokens, loop, findings("rehearsal")));
                healthy.measure(size.phase());
                attack(healthy, service, data, before, target);
            }
        }
        if (only.isEmpty()) {
            new Limits(folder.resolve("limited"), findings).run();
        }
        return findings;
    }

    /**
     * Each attack happens once before it counts. The attackers share the machine with those they attack, and what their own compiling
     * costs is nothing that the service could help.
     */
    private void rehearse(ServiceProcess service, Vitals before, Target target)
            throws IOException, InterruptedException {
        for (Supplier<Attack> rehearsed : attacks(target, size.rehearsal())) {
            Attack attack = rehearsed.get();
            try (attack) {
                attack.start();
                TimeUnit.MILLISECONDS.sleep(REHEARSAL.toMillis());
            }
            gone(attack, service, before);
        }
    }

    /** Slow readers are to be cut off while the run lasts. */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(LiveService.ROOMY);
        settings.put("TIDINGS_LIVE_PATIENCE", noLimits ? "1h" : SlowReaders.PATIENCE_SECONDS + "s");
        if (noLimits) {
            settings.put("TIDINGS_LIVE_MESSAGES_PER_USER", "1000000");
        }
        return settings;
    }

    private void attack(Healthy healthy, ServiceProcess service, Path data, Vitals before, Target target)
            throws IOException, InterruptedException {
        for (Supplier<Attack> attack : attacks(target, size)) {
            // The machine has bad moments of its own. An attack that slows others down does so each time.
            int slowed = 0;
            while (slowed < ATTEMPTS && slows(attack.get(), healthy, service, data, before)) {
                slowed++;
            }
            findings.figure(attack.get().name() + "SlowedTimes", slowed);
            if (slowed == ATTEMPTS) {
                findings.broken(Breach.SLOWED, attack.get().name() + ", each of " + ATTEMPTS + " times");
            }
        }
        left(before, Vitals.of(service, data));
    }

    /** Whether the healthy were slowed down, compared with what is usual. */
    private boolean slows(Attack attack, Healthy healthy, ServiceProcess service, Path data, Vitals before)
            throws IOException, InterruptedException {
        quiet.add(percentile99(healthy.measure(size.phase())));
        quiet.sort(null);
        long usual = quiet.get(quiet.size() / 2);
        long p99;
        try (attack) {
            attack.start();
            p99 = percentile99(healthy.measure(size.phase()));
            Vitals during = Vitals.of(service, data);
            findings.progress(
                    attack.name() + ": " + p99 + " µs at the 99th percentile, quiet " + usual + "; " + during);
            bounded(attack, before, during);
            attack.judge();
        }
        gone(attack, service, before);
        findings.figure("quietP99Micros", usual);
        findings.figure(attack.name() + "P99Micros", p99);
        return p99 > MOST_GROWTH * usual;
    }

    private List<Supplier<Attack>> attacks(Target target, Size of) {
        return Stream.<Supplier<Attack>>of(
                        () -> new SlowSenders(target, of.slowSenders()),
                        () -> new SlowReaders(target, of.slowReaders(), SlowReaders.Manner.DEAF),
                        () -> new SlowReaders(target, of.slowReaders(), SlowReaders.Manner.RESUMING),
                        () -> new SlowReaders(target, of.slowReaders(), SlowReaders.Manner.RUDE),
                        () -> new ConnectStorm(target, of.connectsPerMinute()),
                        () -> new BadFrames(target),
                        () -> new Floods(target, of.floods(), 5))
                .filter(attack -> only.isEmpty() || only.contains(attack.get().name()))
                .toList();
    }

    private void bounded(Attack attack, Vitals before, Vitals during) {
        if (during.heapBytes() - before.heapBytes() > MOST_HEAP_GROWTH
                || during.directBytes() - before.directBytes() > MOST_DIRECT_GROWTH
                || during.residentKilobytes() > MOST_RESIDENT_KILOBYTES) {
            findings.broken(Breach.UNBOUNDED, attack.name() + ": " + before + ", then " + during);
        }
        findings.figure(attack.name() + "HeapKB", during.heapBytes() >> 10);
        findings.figure(attack.name() + "DirectKB", during.directBytes() >> 10);
        findings.figure(attack.name() + "ResidentKB", during.residentKilobytes());
    }

    /** Each socket of theirs is closed on the other side as well. */
    private void gone(Attack attack, ServiceProcess service, Vitals before) throws IOException, InterruptedException {
        long end = System.nanoTime() + GONE_WITHIN.toNanos();
        while (Vitals.openSockets(service) > before.sockets() + MOST_SOCKETS_LEFT) {
            if (System.nanoTime() > end) {
                long left = Vitals.openSockets(service) - before.sockets();
                findings.broken(Breach.LEAKED, left + " sockets still open after " + attack.name());
                return;
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void left(Vitals before, Vitals after) {
        findings.progress("after: " + after);
        findings.figure("heapBeforeKB", before.heapBytes() >> 10);
        findings.figure("heapAfterKB", after.heapBytes() >> 10);
        if (after.heapBytes() - before.heapBytes() > MOST_HEAP_LEFT) {
            findings.broken(Breach.LEAKED, "heap: " + before + ", in the end " + after);
        }
    }

    private static long percentile99(List<Long> sorted) {
        return sorted.isEmpty() ? Long.MAX_VALUE : sorted.get((sorted.size() - 1) * 99 / 100);
    }
}
