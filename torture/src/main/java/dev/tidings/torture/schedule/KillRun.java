package dev.tidings.torture.schedule;

import dev.tidings.client.TidingsException;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.LateWriteEngine;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import dev.tidings.widecolumn.Engine;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Schedules very many notifications for one minute, adds, cancels and reschedules some meanwhile, and kills the service repeatedly. */
final class KillRun {
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final String TENANT = "default";
    private static final int LINES = 500;
    /** Lead time of a change: more than the latest possible time, with a margin for a retry after a restart. */
    private static final Duration IN_TIME = Duration.ofSeconds(4);

    private static final Duration SENT_WITHIN = Duration.ofMinutes(3);

    private final Path folder;
    private final KillRunSize size;
    private final boolean ackEarly;
    private final Random random;
    private final RunFindings findings;
    private final HttpClient http = ServiceClients.http();
    private final List<PlannedNotification> plan = new ArrayList<>();
    private volatile ScheduleApi api;
    private Instant begin;

    /**
     * The size of a kill run.
     *
     * @param ahead time between adding the schedules and the first due time
     * @param window within which all are due except rescheduled ones
     */
    record KillRunSize(int schedules, int users, int kills, Duration ahead, Duration window) {
        static final KillRunSize FULL =
                new KillRunSize(100_000, 5_000, 10, Duration.ofSeconds(60), Duration.ofMinutes(1));
        static final KillRunSize QUICK = new KillRunSize(5_000, 500, 3, Duration.ofSeconds(10), Duration.ofSeconds(20));
    }

    KillRun(Path folder, KillRunSize size, boolean ackEarly, Random random) {
        this.folder = folder;
        this.size = size;
        this.ackEarly = ackEarly;
        this.random = random;
        this.findings = new RunFindings(
                "schedule",
                "kills",
                ScheduleViolations.LOST,
                ScheduleViolations.DUPLICATED,
                ScheduleViolations.EARLY,
                ScheduleViolations.CANCELLED,
                ScheduleViolations.WRONG_TIME,
                ScheduleViolations.MISCOUNTED);
    }

    RunFindings run() throws IOException, InterruptedException {
        ServiceProcess service = start();
        Map<String, Long> unread;
        try {
            begin = begin();
            addMost();
            findings.progress(plan.size() + " added; the first is due in "
                    + Duration.between(Instant.now(), begin).toMillis() + " ms");
            ChangeClients wishes = wishes().start();
            CompletableFuture<List<PlannedNotification>> added = CompletableFuture.supplyAsync(this::addDueSoon);
            for (int kill = 0; kill < size.kills(); kill++) {
                sleepUntil(begin.plus(share(kill + 0.3 + 0.6 * random.nextDouble(), size.kills())));
                service.kill();
                service = start();
            }
            findings.attempted("kills", size.kills());
            plan.addAll(added.join());
            wishes.await();
            wishes.report(findings);
            unread = awaitSent();
        } finally {
            service.close();
        }
        findings.attempted(
                "scheduled", plan.stream().filter(one -> one.id() != null).count());
        try (Engine engine = LateWriteEngine.rocks(folder)) {
            Map<String, List<InboxVerifier.ShownNotification>> shown =
                    new InboxVerifier(engine, TENANT, findings).verify(plan);
            unread.forEach((user, count) -> {
                if (count != shown.get(user).size()) {
                    findings.violated(
                            ScheduleViolations.MISCOUNTED,
                            user + " has " + count + " unread, in the inbox "
                                    + shown.get(user).size());
                }
            });
        }
        return findings;
    }

    /** The full run covers exactly one minute bucket. */
    private Instant begin() {
        Instant soon = Instant.now().plus(size.ahead());
        return size.window().equals(Duration.ofMinutes(1))
                ? soon.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES)
                : soon.truncatedTo(ChronoUnit.MILLIS);
    }

    private ServiceProcess start() throws IOException {
        ServiceProcess service = ServiceProcess.start(
                folder,
                JVM,
                Map.of(),
                ScheduleTestService.class.getName(),
                ackEarly ? ScheduleTestService.ACK_EARLY : ScheduleTestService.PLAIN);
        api = new ScheduleApi(http, service);
        return service;
    }

    private void addMost() throws IOException, InterruptedException {
        int initial = size.schedules() / 10 * 9;
        for (int from = 0; from < initial; from += LINES) {
            List<PlannedNotification> lines = new ArrayList<>();
            for (int i = from; i < Math.min(initial, from + LINES); i++) {
                lines.add(new PlannedNotification(user(random), begin.plusMillis(random.nextInt((int)
                        size.window().toMillis()))));
            }
            api.send(lines);
            plan.addAll(lines);
        }
    }

    /** Cancels about a twentieth and reschedules another, as late as possible. */
    private ChangeClients wishes() {
        ChangeClients wishes = new ChangeClients(() -> api);
        int each = size.schedules() / 20;
        List<PlannedNotification> changed = new ArrayList<>(plan);
        Collections.shuffle(changed, random);
        changed.removeIf(one -> one.due().isBefore(Instant.now().plus(IN_TIME.multipliedBy(2))));
        for (PlannedNotification one : changed.subList(0, Math.min(changed.size(), 2 * each))) {
            Instant now = Instant.now();
            long until = Duration.between(now, one.due().minus(IN_TIME)).toMillis();
            Instant askAt = now.plusMillis((long) (until * random.nextDouble()));
            if (random.nextBoolean()) {
                wishes.cancel(one, askAt);
            } else {
                long range = Duration.between(
                                askAt.plus(IN_TIME), begin.plus(size.window()).plusSeconds(10))
                        .toMillis();
                wishes.move(
                        one,
                        askAt,
                        askAt.plus(IN_TIME)
                                .plusMillis((long) (range * random.nextDouble()))
                                .truncatedTo(ChronoUnit.MILLIS));
            }
        }
        return wishes;
    }

    /** Adds a tenth, each due in a moment, while its bucket is being read. */
    private List<PlannedNotification> addDueSoon() {
        Random own = new Random(size.schedules());
        int count = size.schedules() / 10;
        List<PlannedNotification> added = new ArrayList<>();
        try {
            sleepUntil(begin);
            for (int accepted = 0; accepted < count; ) {
                // As many as are due by now.
                double passed = Duration.between(begin, Instant.now()).toMillis()
                        / (double) size.window().toMillis();
                int missing = (int) Math.min(LINES, Math.ceil(Math.min(1, passed) * count) - accepted);
                List<PlannedNotification> some = new ArrayList<>();
                for (int i = 0; i < missing; i++) {
                    Instant due = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusMillis(50 + own.nextInt(3_000));
                    some.add(new PlannedNotification(user(own), due));
                }
                added.addAll(some);
                ScheduleApi asked = api;
                try {
                    if (!some.isEmpty()) {
                        asked.send(some);
                    }
                } catch (TidingsException noAnswer) {
                    // The outcome is unknown; each may occur once or not at all.
                    awaitRestart(asked);
                }
                accepted += (int) some.stream().filter(one -> one.id() != null).count();
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return added;
    }

    /** Waits for a restart; ends after ten seconds, in case the service was only too busy to answer. */
    private void awaitRestart(ScheduleApi before) throws InterruptedException {
        for (int i = 0; i < 500 && api == before; i++) {
            Thread.sleep(20);
        }
    }

    /** Waits until everything required has arrived, or for the timeout, and returns the unread counts. */
    private Map<String, Long> awaitSent() throws IOException, InterruptedException {
        Map<String, Long> expected = new LinkedHashMap<>();
        Instant last = begin;
        for (PlannedNotification one : plan) {
            expected.merge(one.user, one.mustBeSent() ? 1L : 0L, Long::sum);
            last = one.due().isAfter(last) ? one.due() : last;
        }
        sleepUntil(last.plusSeconds(1));
        Instant limit = Instant.now().plus(ackEarly ? Duration.ofSeconds(10) : SENT_WITHIN);
        for (Map.Entry<String, Long> user : expected.entrySet()) {
            while (api.unread(user.getKey()) < user.getValue() && Instant.now().isBefore(limit)) {
                Thread.sleep(20);
            }
        }
        // Optional notifications may still be in flight.
        Thread.sleep(1_000);
        Map<String, Long> unread = new HashMap<>();
        for (String user : expected.keySet()) {
            unread.put(user, api.unread(user));
        }
        return unread;
    }

    private String user(Random from) {
        return "user" + from.nextInt(size.users());
    }

    private Duration share(double part, int of) {
        return Duration.ofMillis((long) (size.window().toMillis() * part / of));
    }

    private static void sleepUntil(Instant time) throws InterruptedException {
        Thread.sleep(Math.max(0, Duration.between(Instant.now(), time).toMillis()));
    }
}
