package dev.tidings.server;

import static dev.tidings.server.FrozenFolder.ADA;
import static dev.tidings.server.FrozenFolder.BOB;
import static dev.tidings.server.FrozenFolder.TENANT;

import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.QuietHours;
import dev.tidings.core.model.Recurrence;
import dev.tidings.core.model.Template;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.recurring.RecurrenceDefinition;
import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the data folder that {@link FrozenFolder} keeps. No test runs it. */
final class FrozenFolderWriter {
    private final SteppedClock clock = new SteppedClock(FrozenFolder.WRITTEN);
    private final Path folder;
    private TestService tidings;

    private FrozenFolderWriter(Path folder) {
        this.folder = folder;
    }

    /** Writes the folder to the zip file that is named, which must not exist. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("frozen-folder").resolve("data");
        new FrozenFolderWriter(folder).write();
        try (ZipOutputStream zip = new ZipOutputStream(
                        Files.newOutputStream(Path.of(arguments[0]), StandardOpenOption.CREATE_NEW));
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.getFileName().toString().matches("LOG.*|LOCK")) {
                    zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                    Files.copy(file, zip);
                }
            }
        }
    }

    private void write() {
        AtomicReference<Log> log = new AtomicReference<>();
        tidings = open(log, EnumSet.noneOf(Stage.class));
        putPeople();
        putOrderType();
        fillInbox();
        deliverOneAndFailOne();
        schedule();
        poison(log.get());
        tidings.close();

        // An outbound delivery stays in the log.
        tidings = open(log, EnumSet.of(Stage.EMAIL));
        send("{\"to\":{\"user\":\"ada\"},\"title\":\"Waiting mail\",\"channels\":[\"email\",\"in_app\"]}");
        await(Stage.ROUTE, log.get());
        tidings.close();

        // So do a notification to be routed, a list to be expanded and an event to be published.
        tidings = open(log, EnumSet.allOf(Stage.class));
        tidings.service().delivery().endpoints().add(TENANT, "https://receiver.example/hooks", Set.of(), "test");
        send("{\"to\":{\"user\":\"ada\"},\"title\":\"Waiting\"}");
        send("{\"to\":{\"users\":[\"ada\",\"bob\"]},\"title\":\"Waiting list\"}");
        UUID archived = tidings.inbox("ada").get(0).id();
        tidings.service().pipeline().inbox().mark(ADA, archived, Mark.ARCHIVED).join();
        while (log.get().backlog(Stage.EVENTS) == 0) {
            Thread.onSpinWait();
        }
        tidings.close();
    }

    private TestService open(AtomicReference<Log> log, Set<Stage> paused) {
        return new TestService(folder, clock, FrozenFolder.SETTINGS, real -> {
            log.set(real);
            return new PausedLog(real, paused);
        });
    }

    private void putPeople() {
        tidings.service()
                .users()
                .contacts()
                .put(
                        TENANT,
                        List.of(
                                new UserChange(
                                        "ada",
                                        Optional.of("ada@example.org"),
                                        Optional.of("+15005550001"),
                                        Optional.empty(),
                                        Optional.of("de"),
                                        Optional.of("Europe/Berlin")),
                                new UserChange(
                                        "bob",
                                        Optional.of("bob@example.org"),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty())),
                        "test")
                .join();
        tidings.service()
                .users()
                .contacts()
                .register(
                        ADA,
                        new DeviceRegistration(
                                "phone", AddressKind.FCM, "a-token", Optional.of("android"), Optional.of("1.2")),
                        "test")
                .join();
        tidings.service()
                .users()
                .preferences()
                .change(
                        ADA,
                        new PreferencePatch(
                                Map.of(Channel.SMS, Optional.of(true)),
                                Map.of("offers", Map.of(Channel.EMAIL, Optional.of(false))),
                                Map.of()),
                        "test")
                .join();
        QuietHours quiet = new QuietHours(LocalTime.of(11, 0), LocalTime.of(14, 0), Optional.of(ZoneOffset.UTC));
        tidings.service()
                .users()
                .preferences()
                .change(BOB, new PreferencePatch(Map.of(), Map.of(), Map.of(), Optional.of(Optional.of(quiet))), "test")
                .join();
    }

    private void putOrderType() {
        NotificationType type = new NotificationType(
                "order", Optional.of("orders"), Set.of(Channel.IN_APP), Priority.HIGH, OptionalInt.of(5), false);
        tidings.service().users().types().put(TENANT, type, "test").join();
        Template template = new Template(
                "order",
                Channel.IN_APP,
                "und",
                0,
                Template.State.ACTIVE,
                Map.of("title", "Order {{id}}"),
                Set.of("id"),
                Instant.EPOCH);
        tidings.service().users().templates().put(TENANT, template, "test").join();
    }

    private void fillInbox() {
        UUID read = send("{\"to\":{\"user\":\"ada\"},\"title\":\"Read\"}");
        tidings.drain();
        tidings.service().pipeline().inbox().mark(ADA, read, Mark.READ).join();
        send("{\"to\":{\"users\":[\"ada\",\"bob\"]},\"title\":\"List\"}");
        tidings.drain();
        send("{\"to\":{\"user\":\"ada\"},\"type\":\"order\",\"data\":{\"id\":7}}");
        tidings.drain();
    }

    private void deliverOneAndFailOne() {
        UUID delivered = send("{\"to\":{\"user\":\"ada\"},\"title\":\"Mail\",\"channels\":[\"email\",\"in_app\"]}");
        tidings.drain();
        String messageId = tidings.service()
                .delivery()
                .capture()
                .list(TENANT, any -> true, Long.MAX_VALUE, 1)
                .get(0)
                .messageId();
        if (!tidings.service()
                .delivery()
                .receipts()
                .store(TENANT + "/capture", new Receipt(messageId, Receipt.State.DELIVERED, null, null))
                .join()) {
            throw new IllegalStateException("no receipt for " + delivered);
        }
        CaptureRule refuse = new CaptureRule(
                Optional.of(Channel.SMS),
                Optional.empty(),
                CaptureOutcome.REFUSE,
                Duration.ZERO,
                OptionalLong.empty(),
                1);
        tidings.service().delivery().capture().script(TENANT, List.of(refuse));
        send("{\"to\":{\"user\":\"ada\"},\"title\":\"Failed text\",\"channels\":[\"sms\",\"in_app\"]}");
        tidings.drain();
    }

    private void schedule() {
        send("{\"to\":{\"user\":\"ada\"},\"type\":\"order\",\"data\":{\"id\":8},\"delay\":\"PT30M\"}");
        send("{\"to\":{\"user\":\"bob\"},\"title\":\"After quiet hours\",\"channels\":[\"email\"]}");
        tidings.drain();
        Recurrence hourly =
                new Recurrence(new Recurrence.Cron("0 * * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.empty());
        String request = "{\"to\":{\"user\":\"bob\"},\"title\":\"Hourly\"}";
        tidings.service()
                .pipeline()
                .recurring()
                .put(TENANT, "hourly", new RecurrenceDefinition(hourly, false, MissedPolicy.CATCH_UP, request), "test");
        tidings.service().pipeline().recurring().plan();
    }

    private void poison(Log log) {
        LogEntry damaged =
                new LogEntry(new Lane(Stage.ROUTE, Priority.NORMAL), ADA.partition(), TENANT, new byte[] {1, 2, 3});
        log.append(List.of(damaged)).join();
        tidings.drain();
    }

    private UUID send(String json) {
        clock.advance(Duration.ofMillis(10));
        return tidings.send(json);
    }

    private static void await(Stage stage, Log log) {
        while (log.backlog(stage) > 0) {
            Thread.onSpinWait();
        }
    }
}
