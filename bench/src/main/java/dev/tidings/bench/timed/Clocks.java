package dev.tidings.bench.timed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.bench.Findings;
import dev.tidings.bench.TemporaryFolder;
import dev.tidings.server.Service;
import dev.tidings.server.config.Config;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.Submitted;
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

/** Clocks that are set, and a service that was not there for an hour. All in this process, on a clock that is set by hand. */
final class Clocks {
    private static final String TENANT = "trials";
    private static final Sender SENDER = new Sender(TENANT, "torture");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final int LINES = 500;
    private static final int USERS = 200;
    private static final int AHEAD = 500;
    /** What may be on its way into the log when the last room there is taken. */
    private static final int UNDER_WAY = 4_000;
    /** Long enough for a sweep to have done whatever it would do. */
    private static final Duration A_WHILE = Duration.ofMillis(400);

    private static final Duration SENT_WITHIN = Duration.ofMinutes(2);

    private final int count;
    private final Random random;

    /** One that was asked for, and the time the service says it is due. */
    private record Asked(String user, UUID id, Instant due) {}

    Clocks(int count, Random random) {
        this.count = count;
        this.random = random;
    }

    Findings setForwardAndBack() throws IOException, InterruptedException {
        Findings findings = new Findings("schedule", "clock set", Breach.LOST, Breach.EARLY);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
            SetClock clock = new SetClock(Instant.now());
            try (Service service = start(folder.path(), clock)) {
                List<Asked> forward = add(service, within(clock.instant().plusSeconds(60), Duration.ofMinutes(50)));
                noneYet(service, forward, findings);
                clock.move(Duration.ofHours(1));
                allSent(service, forward, findings);
                clock.move(Duration.ofHours(-1));
                List<Asked> back = add(service, within(clock.instant().plusSeconds(600), Duration.ofSeconds(30)));
                noneYet(service, back, findings);
                clock.move(Duration.ofSeconds(595));
                noneYet(service, back, findings);
                clock.move(Duration.ofSeconds(35));
                allSent(service, back, findings);
                findings.tried("scheduled", forward.size() + back.size());
            }
        }
        return findings;
    }

    /** The local times of both nights, and the instants that have no local time of their own; the clock is set from quarter to quarter. */
    Findings summerAndWinterTime() throws IOException, InterruptedException {
        Findings findings =
                new Findings("schedule", "summer and winter time", Breach.LOST, Breach.EARLY, Breach.WRONG_TIME);
        for (LocalDate night : List.of(LocalDate.of(2027, 3, 28), LocalDate.of(2027, 10, 31))) {
            try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
                Instant start = night.atTime(LocalTime.of(0, 30)).atZone(BERLIN).toInstant();
                SetClock clock = new SetClock(start);
                try (Service service = start(folder.path(), clock)) {
                    night(service, clock, night, findings);
                }
            }
        }
        return findings;
    }

    private void night(Service service, SetClock clock, LocalDate night, Findings findings)
            throws InterruptedException {
        List<String> requests = new ArrayList<>();
        List<Instant> expected = new ArrayList<>();
        for (LocalDateTime local = night.atTime(1, 0); local.getHour() < 5; local = local.plusMinutes(10)) {
            // Times that do not exist are refused. Of those that exist twice the first is meant.
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
        List<Asked> asked = submit(service, requests);
        for (int i = 0; i < asked.size(); i++) {
            if (!asked.get(i).due().equals(expected.get(i))) {
                findings.broken(
                        Breach.WRONG_TIME,
                        requests.get(i) + " is due " + asked.get(i).due());
            }
        }
        while (clock.instant().isBefore(end.plusSeconds(900))) {
            Instant now = clock.instant();
            allSent(
                    service,
                    asked.stream().filter(one -> one.due().isBefore(now)).toList(),
                    findings);
            noneYet(
                    service,
                    asked.stream()
                            .filter(one -> one.due().isAfter(now.plusSeconds(60)))
                            .toList(),
                    findings);
            clock.move(Duration.ofMinutes(15));
        }
        findings.tried("scheduled", asked.size());
    }

    Findings downForAnHour() throws IOException, InterruptedException {
        Findings findings = new Findings(
                "schedule", "down for an hour", Breach.LOST, Breach.EARLY, Breach.DISORDERED, Breach.FLOODED);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
            SetClock clock = new SetClock(Instant.now());
            List<Asked> asked;
            try (Service service = start(folder.path(), clock)) {
                asked = add(service, within(clock.instant().plusSeconds(120), Duration.ofMinutes(55)));
            }
            clock.move(Duration.ofHours(1));
            long started = System.nanoTime();
            try (Service service = start(folder.path(), clock)) {
                long most = 0;
                // It is made up for when what was due last is there, as each user's come in order.
                Asked last =
                        asked.stream().max(Comparator.comparing(Asked::due)).orElseThrow();
                Instant limit = Instant.now().plus(SENT_WITHIN);
                while (decidedAt(service, last).isEmpty() && Instant.now().isBefore(limit)) {
                    most = Math.max(most, service.backlog());
                    Thread.sleep(1);
                }
                allSent(service, asked, findings);
                inOrder(service, asked, findings);
                if (most > AHEAD + UNDER_WAY) {
                    findings.broken(Breach.FLOODED, most + " waited to be routed, expected at most " + AHEAD);
                }
                findings.tried("mostWaiting", most);
            }
            findings.tried("scheduled", asked.size());
            findings.tried("millisToCatchUp", (System.nanoTime() - started) / 1_000_000);
        }
        return findings;
    }

    private static void inOrder(Service service, List<Asked> asked, Findings findings) {
        Map<String, List<Asked>> byUser = new HashMap<>();
        asked.forEach(one ->
                byUser.computeIfAbsent(one.user(), user -> new ArrayList<>()).add(one));
        byUser.forEach((user, of) -> {
            of.sort(Comparator.comparing(Asked::due));
            Instant before = Instant.MIN;
            for (Asked one : of) {
                Instant decided = decidedAt(service, one).orElse(before);
                if (decided.isBefore(before)) {
                    findings.broken(Breach.DISORDERED, one + " at " + decided + ", one due before it at " + before);
                }
                before = decided;
            }
        });
    }

    private static void noneYet(Service service, List<Asked> asked, Findings findings) throws InterruptedException {
        Thread.sleep(A_WHILE.toMillis());
        for (Asked one : asked) {
            // The clock goes on while this looks, and with many of them some may have become due.
            decidedAt(service, one)
                    .filter(at -> at.isBefore(one.due()))
                    .ifPresent(at -> findings.broken(Breach.EARLY, one + " at " + at));
        }
    }

    private static void allSent(Service service, List<Asked> asked, Findings findings) throws InterruptedException {
        Instant limit = Instant.now().plus(SENT_WITHIN);
        for (Asked one : asked) {
            Optional<Instant> decided = decidedAt(service, one);
            while (decided.isEmpty() && Instant.now().isBefore(limit)) {
                Thread.sleep(5);
                decided = decidedAt(service, one);
            }
            if (decided.isEmpty()) {
                findings.broken(Breach.LOST, one.toString());
            } else if (decided.get().isBefore(one.due())) {
                findings.broken(Breach.EARLY, one + " at " + decided.get());
            }
        }
    }

    private static Optional<Instant> decidedAt(Service service, Asked one) {
        return service.trace()
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

    private List<Asked> add(Service service, List<String> whens) {
        List<Asked> asked = new ArrayList<>();
        for (int from = 0; from < whens.size(); from += LINES) {
            asked.addAll(submit(service, whens.subList(from, Math.min(whens.size(), from + LINES))));
        }
        return asked;
    }

    private List<Asked> submit(Service service, List<String> whens) {
        List<String> users = new ArrayList<>();
        List<SendRequest> requests = new ArrayList<>();
        for (String when : whens) {
            String user = "user" + random.nextInt(USERS);
            users.add(user);
            requests.add(service.parser()
                    .parse(("{\"to\":{\"user\":\"" + user + "\"},\"title\":\"x\"," + when + "}").getBytes(UTF_8)));
        }
        List<Submitted> answers = service.intake().submitAll(SENDER, requests).join();
        List<Asked> asked = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            Submitted.Accepted accepted = (Submitted.Accepted) answers.get(i);
            asked.add(new Asked(users.get(i), accepted.id(), accepted.sendAt().orElseThrow()));
        }
        return asked;
    }

    private static Service start(Path folder, SetClock clock) {
        Map<String, String> settings = Map.of(
                "TIDINGS_DATA_FOLDER",
                folder.resolve("data").toString(),
                "TIDINGS_SCHEDULE_AHEAD",
                Integer.toString(AHEAD));
        return Service.start(Config.load(Optional.empty(), settings).config(), clock);
    }
}
