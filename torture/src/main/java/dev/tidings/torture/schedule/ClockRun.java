package dev.tidings.torture.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.server.config.Config;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Service;
import dev.tidings.torture.RunFindings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Verifies the scheduler when the clock is set, in the nights of daylight saving changes, and after an hour of downtime. The service
 * runs in this process on a clock that is moved by hand.
 */
final class ClockRun {
    private static final String TENANT = "trials";
    private static final Sender SENDER = new Sender(TENANT, "torture");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final int LINES = 500;
    private static final int USERS = 200;
    private static final int MAX_WAITING = 500;
    /** Records that may be in flight into the log when its limit is reached. */
    private static final int IN_FLIGHT = 4_000;
    /** Long enough for a complete sweep. */
    private static final Duration SWEEP_PERIOD = Duration.ofMillis(400);

    private static final Duration SENT_WITHIN = Duration.ofMinutes(2);

    private final int count;
    private final Random random;

    /** A scheduled notification with the due time that the service reported. */
    private record Scheduled(String user, UUID id, Instant due) {}

    ClockRun(int count, Random random) {
        this.count = count;
        this.random = random;
    }

    RunFindings clockChanges() throws IOException, InterruptedException {
        RunFindings findings =
                new RunFindings("schedule", "clock set", ScheduleViolations.LOST, ScheduleViolations.EARLY);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
            AdjustableClock clock = new AdjustableClock(Instant.now());
            try (Service service = start(folder.path(), clock)) {
                List<Scheduled> forward = add(service, within(clock.instant().plusSeconds(60), Duration.ofMinutes(50)));
                expectNoneEarly(service, forward, findings);
                clock.move(Duration.ofHours(1));
                expectAllSent(service, forward, findings);
                clock.move(Duration.ofHours(-1));
                List<Scheduled> back = add(service, within(clock.instant().plusSeconds(600), Duration.ofSeconds(30)));
                expectNoneEarly(service, back, findings);
                clock.move(Duration.ofSeconds(595));
                expectNoneEarly(service, back, findings);
                clock.move(Duration.ofSeconds(35));
                expectAllSent(service, back, findings);
                findings.attempted("scheduled", forward.size() + back.size());
            }
        }
        return findings;
    }

    /** Schedules the local times of both nights, and instants without a local time of their own; the clock advances in quarter hours. */
    RunFindings daylightSaving() throws IOException, InterruptedException {
        RunFindings findings = new RunFindings(
                "schedule",
                "summer and winter time",
                ScheduleViolations.LOST,
                ScheduleViolations.EARLY,
                ScheduleViolations.WRONG_TIME);
        for (LocalDate night : List.of(LocalDate.of(2027, 3, 28), LocalDate.of(2027, 10, 31))) {
            try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
                Instant start = night.atTime(LocalTime.of(0, 30)).atZone(BERLIN).toInstant();
                AdjustableClock clock = new AdjustableClock(start);
                try (Service service = start(folder.path(), clock)) {
                    night(service, clock, night, findings);
                }
            }
        }
        return findings;
    }

    private void night(Service service, AdjustableClock clock, LocalDate night, RunFindings findings)
            throws InterruptedException {
        List<String> requests = new ArrayList<>();
        List<Instant> expected = new ArrayList<>();
        for (LocalDateTime local = night.atTime(1, 0); local.getHour() < 5; local = local.plusMinutes(10)) {
            // Local times in the gap are refused. In the overlap the earlier instant is meant.
            if (!BERLIN.getRules().getValidOffsets(local).isEmpty()) {
                requests.add("\"sendAtLocal\":\"" + local + ":00\",\"zone\":\"Europe/Berlin\"");
                expected.add(ZonedDateTime.of(local, BERLIN).toInstant());
            }
        }
        Instant end = night.atTime(5, 15).atZone(BERLIN).toInstant();
        for (Instant time = clock.instant().truncatedTo(ChronoUnit.MINUTES).plusSeconds(1_800); time.isBefore(end); ) {
            requests.add("\"sendAt\":\"" + time + "\"");
            expected.add(time);
            time = time.plusSeconds(600);
        }
        List<Scheduled> scheduled = submit(service, requests);
        for (int i = 0; i < scheduled.size(); i++) {
            if (!scheduled.get(i).due().equals(expected.get(i))) {
                findings.violated(
                        ScheduleViolations.WRONG_TIME,
                        requests.get(i) + " is due " + scheduled.get(i).due());
            }
        }
        while (clock.instant().isBefore(end.plusSeconds(900))) {
            Instant now = clock.instant();
            expectAllSent(
                    service,
                    scheduled.stream().filter(one -> one.due().isBefore(now)).toList(),
                    findings);
            expectNoneEarly(
                    service,
                    scheduled.stream()
                            .filter(one -> one.due().isAfter(now.plusSeconds(60)))
                            .toList(),
                    findings);
            clock.move(Duration.ofMinutes(15));
        }
        findings.attempted("scheduled", scheduled.size());
    }

    RunFindings downForAnHour() throws IOException, InterruptedException {
        RunFindings findings = new RunFindings(
                "schedule",
                "down for an hour",
                ScheduleViolations.LOST,
                ScheduleViolations.EARLY,
                ScheduleViolations.DISORDERED,
                ScheduleViolations.FLOODED);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
            AdjustableClock clock = new AdjustableClock(Instant.now());
            List<Scheduled> scheduled;
            try (Service service = start(folder.path(), clock)) {
                scheduled = add(service, within(clock.instant().plusSeconds(120), Duration.ofMinutes(55)));
            }
            clock.move(Duration.ofHours(1));
            long started = System.nanoTime();
            try (Service service = start(folder.path(), clock)) {
                long maxBacklog = 0;
                // The backlog is caught up when the notification due last has arrived, because those of each user
                // arrive in order.
                Scheduled last = scheduled.stream()
                        .max(Comparator.comparing(Scheduled::due))
                        .orElseThrow();
                Instant limit = Instant.now().plus(SENT_WITHIN);
                while (decidedAt(service, last).isEmpty() && Instant.now().isBefore(limit)) {
                    maxBacklog = Math.max(maxBacklog, service.storage().backlog());
                    Thread.sleep(1);
                }
                expectAllSent(service, scheduled, findings);
                expectInOrder(service, scheduled, findings);
                if (maxBacklog > MAX_WAITING + IN_FLIGHT) {
                    findings.violated(
                            ScheduleViolations.FLOODED,
                            maxBacklog + " waited to be routed, expected at most " + MAX_WAITING);
                }
                findings.attempted("mostWaiting", maxBacklog);
            }
            findings.attempted("scheduled", scheduled.size());
            findings.attempted("millisToCatchUp", (System.nanoTime() - started) / 1_000_000);
        }
        return findings;
    }

    private static void expectInOrder(Service service, List<Scheduled> scheduled, RunFindings findings) {
        Map<String, List<Scheduled>> byUser = new HashMap<>();
        scheduled.forEach(one ->
                byUser.computeIfAbsent(one.user(), user -> new ArrayList<>()).add(one));
        byUser.forEach((user, of) -> {
            of.sort(Comparator.comparing(Scheduled::due));
            Instant before = Instant.MIN;
            for (Scheduled one : of) {
                Instant decided = decidedAt(service, one).orElse(before);
                if (decided.isBefore(before)) {
                    findings.violated(
                            ScheduleViolations.DISORDERED, one + " at " + decided + ", an earlier one at " + before);
                }
                before = decided;
            }
        });
    }

    private static void expectNoneEarly(Service service, List<Scheduled> scheduled, RunFindings findings)
            throws InterruptedException {
        Thread.sleep(SWEEP_PERIOD.toMillis());
        for (Scheduled one : scheduled) {
            // The clock advances during the check, and some notifications may have become due.
            decidedAt(service, one)
                    .filter(at -> at.isBefore(one.due()))
                    .ifPresent(at -> findings.violated(ScheduleViolations.EARLY, one + " at " + at));
        }
    }

    private static void expectAllSent(Service service, List<Scheduled> scheduled, RunFindings findings)
            throws InterruptedException {
        Instant limit = Instant.now().plus(SENT_WITHIN);
        for (Scheduled one : scheduled) {
            Optional<Instant> decided = decidedAt(service, one);
            while (decided.isEmpty() && Instant.now().isBefore(limit)) {
                Thread.sleep(5);
                decided = decidedAt(service, one);
            }
            if (decided.isEmpty()) {
                findings.violated(ScheduleViolations.LOST, one.toString());
            } else if (decided.get().isBefore(one.due())) {
                findings.violated(ScheduleViolations.EARLY, one + " at " + decided.get());
            }
        }
    }

    private static Optional<Instant> decidedAt(Service service, Scheduled one) {
        return service.pipeline()
                .trace()
                .deliveries(TENANT, one.id(), one.user())
                .join()
                .flatMap(found -> Optional.ofNullable(found.decidedAt()));
    }

    private List<String> within(Instant from, Duration range) {
        return IntStream.range(0, count)
                .mapToObj(i -> from.plusMillis((long) (range.toMillis() * random.nextDouble()))
                        .truncatedTo(ChronoUnit.MILLIS))
                .map(due -> "\"sendAt\":\"" + due + "\"")
                .toList();
    }

    private List<Scheduled> add(Service service, List<String> sendTimes) {
        List<Scheduled> scheduled = new ArrayList<>();
        for (int from = 0; from < sendTimes.size(); from += LINES) {
            scheduled.addAll(submit(service, sendTimes.subList(from, Math.min(sendTimes.size(), from + LINES))));
        }
        return scheduled;
    }

    private List<Scheduled> submit(Service service, List<String> sendTimes) {
        List<String> users = new ArrayList<>();
        List<SendRequest> requests = new ArrayList<>();
        for (String sendTime : sendTimes) {
            String user = "user" + random.nextInt(USERS);
            users.add(user);
            requests.add(service.pipeline()
                    .parser()
                    .parse(("{\"to\":{\"user\":\"" + user + "\"},\"title\":\"x\"," + sendTime + "}").getBytes(UTF_8)));
        }
        List<SubmitResult> answers =
                service.pipeline().intake().submitAll(SENDER, requests).join();
        List<Scheduled> scheduled = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            SubmitResult.Accepted accepted = (SubmitResult.Accepted) answers.get(i);
            scheduled.add(
                    new Scheduled(users.get(i), accepted.id(), accepted.sendAt().orElseThrow()));
        }
        return scheduled;
    }

    private static Service start(Path folder, AdjustableClock clock) {
        Map<String, String> settings = Map.of(
                "TIDINGS_DATA_FOLDER",
                folder.resolve("data").toString(),
                "TIDINGS_SCHEDULE_MAX_WAITING_PER_LANE",
                Integer.toString(MAX_WAITING));
        return Service.start(Config.load(Optional.empty(), settings).config(), clock);
    }
}
