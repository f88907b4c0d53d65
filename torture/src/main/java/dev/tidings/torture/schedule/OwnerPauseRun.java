package dev.tidings.torture.schedule;

import dev.tidings.lab.PausedProcess;
import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.tables.ScheduleOwnerRow;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import dev.tidings.widecolumn.Engine;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Runs two processes on one Cassandra and pauses the owner of the shards for longer than its lease, so that the other takes over. When it
 * resumes, the old owner still believes in its lease; its writes must not send anything twice.
 */
final class OwnerPauseRun {
    private static final List<String> JVM = List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final String TENANT = "default";
    private static final int SHARDS = 2;
    private static final Duration PAUSE = Duration.ofSeconds(15);
    private static final Duration BETWEEN = Duration.ofSeconds(6);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int LINES = 10;
    private static final int USERS_PER_CYCLE = 50;
    private static final int MAX_DELAY_MILLIS = 18_000;
    /** Notifications due sooner are not cancelled, as it would be too late. */
    private static final Duration IN_TIME = Duration.ofSeconds(8);

    private static final Duration SENT_WITHIN = Duration.ofMinutes(2);

    private final CassandraLab lab;
    private final Path folder;
    private final int pauses;
    private final Random random;
    private final HttpClient http = ServiceClients.http();
    private final RunFindings findings = new RunFindings(
            "schedule",
            "owners",
            ScheduleViolations.LOST,
            ScheduleViolations.DUPLICATED,
            ScheduleViolations.EARLY,
            ScheduleViolations.CANCELLED,
            ScheduleViolations.WRONG_TIME,
            ScheduleViolations.CHANGED);
    private final List<PlannedNotification> plan = new ArrayList<>();
    private final Map<String, InboxVerifier.ShownNotification> firstSeen = new HashMap<>();
    private long cancelled;

    /** One process of the cluster. */
    private record Member(ServiceProcess process, ScheduleApi api, String name) {}

    OwnerPauseRun(CassandraLab lab, Path folder, int pauses, Random random) {
        this.lab = lab;
        this.folder = folder;
        this.pauses = pauses;
        this.random = random;
    }

    RunFindings run() throws IOException, InterruptedException {
        try (Engine engine = SharedCassandraTables.open(lab);
                ServiceProcess one = start(1);
                ServiceProcess other = start(2)) {
            List<Member> members = List.of(member(one, 1), member(other, 2));
            long epochs = epochs(engine);
            for (int cycle = 0; cycle < pauses; cycle++) {
                cycle(engine, members, cycle);
            }
            findings.attempted("pauses", pauses);
            awaitSent(engine);
            findings.attempted("takeovers", epochs(engine) - epochs);
            findings.attempted("cancelled", cancelled);
            findings.attempted("scheduled", plan.size());
            new InboxVerifier(engine, TENANT, findings)
                    .verify(plan)
                    .values()
                    .forEach(inbox -> inbox.forEach(this::compareWithFirst));
        }
        return findings;
    }

    private ServiceProcess start(int number) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(ScheduleTestService.class.getName(), ScheduleTestService.SHARED));
        command.addAll(SharedCassandraTables.address(lab));
        return ServiceProcess.start(
                folder.resolve("process" + number),
                JVM,
                Map.of("TIDINGS_SCHEDULE_SHARDS", Integer.toString(SHARDS)),
                command.toArray(String[]::new));
    }

    private Member member(ServiceProcess process, int number) throws IOException {
        String name = Files.readString(ScheduleTestService.ownerFile(folder.resolve("process" + number)));
        return new Member(process, new ScheduleApi(http, process), name);
    }

    private void cycle(Engine engine, List<Member> members, int cycle) throws IOException, InterruptedException {
        List<PlannedNotification> ofCycle = new ArrayList<>();
        add(members, ofCycle, cycle, BETWEEN);
        Member owner = owner(engine, members);
        List<Member> others = members.stream().filter(member -> member != owner).toList();
        PausedProcess pause = owner.process().pause();
        try {
            add(others, ofCycle, cycle, PAUSE);
            recordDecisions(engine, ofCycle);
        } finally {
            pause.end(true);
        }
        plan.addAll(ofCycle);
        findings.progress("pause " + (cycle + 1) + " of " + pauses + ", " + plan.size() + " scheduled");
    }

    /** Schedules through any of these processes for a while, and cancels some through another. */
    private void add(List<Member> members, List<PlannedNotification> ofCycle, int cycle, Duration time)
            throws IOException, InterruptedException {
        Instant end = Instant.now().plus(time);
        while (Instant.now().isBefore(end)) {
            List<PlannedNotification> lines = new ArrayList<>();
            for (int i = 0; i < LINES; i++) {
                Instant due =
                        Instant.now().truncatedTo(ChronoUnit.MILLIS).plusMillis(50 + random.nextInt(MAX_DELAY_MILLIS));
                lines.add(new PlannedNotification("user" + cycle + "_" + random.nextInt(USERS_PER_CYCLE), due));
            }
            any(members).api().send(lines);
            ofCycle.addAll(lines);
            PlannedNotification one = ofCycle.get(random.nextInt(ofCycle.size()));
            if (one.id() != null
                    && !one.mustNotBeSent()
                    && Instant.now().plus(IN_TIME).isBefore(one.due())) {
                cancel(any(members), one);
            }
            Thread.sleep(TICK.toMillis());
        }
    }

    private void cancel(Member member, PlannedNotification one) throws IOException, InterruptedException {
        if (member.api().cancel(one)) {
            one.cancelled();
            cancelled++;
        }
    }

    private Member any(List<Member> members) {
        return members.get(random.nextInt(members.size()));
    }

    /** The process that owns the most shards. */
    private static Member owner(Engine engine, List<Member> members) {
        Map<String, Integer> shards = new HashMap<>();
        owners(engine).forEach(row -> shards.merge(row.owner(), 1, Integer::sum));
        return members.stream()
                .max((a, b) -> shards.getOrDefault(a.name(), 0) - shards.getOrDefault(b.name(), 0))
                .orElseThrow();
    }

    private static List<ScheduleOwnerRow> owners(Engine engine) {
        return IntStream.range(0, SHARDS)
                .mapToObj(shard -> engine.readOne(ScheduleOwnerRow.TABLE.select(ScheduleOwnerRow.LATEST, 1, shard))
                        .join())
                .flatMap(Optional::stream)
                .toList();
    }

    private static long epochs(Engine engine) {
        return owners(engine).stream().mapToLong(ScheduleOwnerRow::epoch).sum();
    }

    /** Decisions made during the pause must not change when the process resumes. */
    private void recordDecisions(Engine engine, List<PlannedNotification> ofCycle) {
        List<String> users = ofCycle.stream().map(one -> one.user).distinct().toList();
        new InboxVerifier(engine, TENANT, findings)
                .read(users, ofCycle)
                .values()
                .forEach(inbox -> inbox.stream()
                        // The decision and the inbox are two tables: of a notification being written, one row may be
                        // missing.
                        .filter(shown -> shown.decidedAt() != null)
                        .forEach(shown -> firstSeen.putIfAbsent(shown.id(), shown)));
    }

    private void compareWithFirst(InboxVerifier.ShownNotification last) {
        InboxVerifier.ShownNotification first = firstSeen.get(last.id());
        if (first != null && first.position().equals(last.position()) && !first.equals(last)) {
            findings.violated(ScheduleViolations.CHANGED, first + ", later " + last);
        }
    }

    private void awaitSent(Engine engine) throws InterruptedException {
        Thread.sleep(MAX_DELAY_MILLIS + 1_000);
        InboxVerifier judge = new InboxVerifier(engine, TENANT, new RunFindings("schedule", "owners"));
        Instant limit = Instant.now().plus(SENT_WITHIN);
        List<String> users = plan.stream().map(one -> one.user).distinct().toList();
        long expected = plan.stream().filter(PlannedNotification::mustBeSent).count();
        while (judge.read(users, plan).values().stream().mapToLong(List::size).sum() < expected
                && Instant.now().isBefore(limit)) {
            Thread.sleep(1_000);
        }
        findings.attempted("readTwice", firstSeen.size());
    }
}
