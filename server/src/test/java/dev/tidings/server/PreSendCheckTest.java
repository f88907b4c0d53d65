package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.QuietHours;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.service.Service;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the checks before a non-repeatable delivery: its state may change while the attempt record waits to be written. */
class PreSendCheckTest {
    private static final String TENANT = TestService.SENDER.tenant();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final SteppedClock clock =
            new SteppedClock(Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofMinutes(21 * 60 + 30)));
    private RefusingEngine tables;
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = new TestService(
                folder, clock, Map.of(), UnaryOperator.identity(), real -> tables = new RefusingEngine(real));
        Service service = tidings.service();
        service.users()
                .contacts()
                .put(
                        TENANT,
                        List.of(new UserChange(
                                "bob",
                                Optional.of("bob@example.org"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())),
                        "test")
                .join();
        NotificationType defaults = NotificationType.DEFAULT;
        service.users()
                .types()
                .put(
                        TENANT,
                        new NotificationType(
                                "code",
                                defaults.category(),
                                defaults.channels(),
                                defaults.maxPriority(),
                                defaults.perUserAndHour(),
                                defaults.required(),
                                Optional.empty(),
                                false),
                        "test")
                .join();
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private UUID send(String more) {
        return tidings.send(
                "{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"type\":\"code\",\"channels\":[\"email\"]" + more + "}");
    }

    /** Sends it, and delays its provider call for an hour by refusing the write of its attempt record. */
    private UUID sendWithAnHourOfDelay(String more) {
        tables.refuse(DeliveryLogRow.TABLE, StoreException.Reason.DISK_FULL);
        UUID id = send(more);
        await(() -> tables.refusals() > 0, true);
        clock.advance(Duration.ofHours(1));
        tables.recover();
        return id;
    }

    private Optional<Explanation.ChannelExplanation> why(UUID id) {
        return tidings.service().pipeline().trace().explain(TENANT, id, "bob").join().stream()
                .flatMap(explained -> explained.channels().stream())
                .findFirst();
    }

    private String state(UUID id) {
        return why(id).map(channel -> channel.status().text()).orElse("undecided");
    }

    private List<String> outcomes(UUID id) {
        return why(id).stream()
                .flatMap(channel -> channel.attempts().stream())
                .map(Explanation.LoggedAttempt::outcome)
                .toList();
    }

    private int calls() {
        return tidings.service()
                .delivery()
                .capture()
                .list(TENANT, any -> true, Long.MAX_VALUE, 10)
                .size();
    }

    private static <T> void await(Supplier<T> actual, T expected) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!expected.equals(actual.get()) && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(actual.get()).isEqualTo(expected);
    }

    @Test
    void expiredDelivery_isNotSent() {
        Instant soon = clock.instant().plus(Duration.ofMinutes(10));
        UUID id = sendWithAnHourOfDelay(",\"expiresAt\":\"" + soon + "\"");
        await(() -> state(id), "expired");
        assertThat(calls()).isZero();
        assertThat(outcomes(id)).containsExactly("not_called");
    }

    @Test
    void quietHours_delayTheDelivery() {
        QuietHours night = new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), Optional.of(ZoneOffset.UTC));
        tidings.service()
                .users()
                .preferences()
                .change(
                        TestService.user("bob"),
                        new PreferencePatch(Map.of(), Map.of(), Map.of(), Optional.of(Optional.of(night))),
                        "test")
                .join();
        UUID id = sendWithAnHourOfDelay("");
        await(() -> outcomes(id), List.of("not_called"));
        tidings.drain();
        assertThat(calls()).isZero();
        assertThat(state(id)).isEqualTo("pending");

        clock.advance(Duration.ofHours(9));
        await(() -> state(id), "sent");
        tidings.drain();
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void validDelivery_isSentOnce() {
        UUID id = sendWithAnHourOfDelay("");
        await(() -> state(id), "sent");
        assertThat(calls()).isEqualTo(1);
        assertThat(outcomes(id)).containsExactly("accepted");
    }
}
