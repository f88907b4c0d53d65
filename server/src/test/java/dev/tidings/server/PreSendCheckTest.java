package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.QuietHours;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.testkit.Await;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the checks before a non-repeatable delivery: its state may change while the attempt record waits to be written. */
class PreSendCheckTest {
    @TempDir
    private Path folder;

    private final SteppedClock clock =
            new SteppedClock(Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofMinutes(21 * 60 + 30)));
    private RefusingEngine tables;
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = TestService.in(folder)
                .clock(clock)
                .tables(real -> tables = new RefusingEngine(real))
                .start();
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org"));
        tidings.tenant().putNonRepeatableType("code");
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
        Await.until(() -> tables.refusals() > 0);
        clock.advance(Duration.ofHours(1));
        tables.recover();
        return id;
    }

    private String state(UUID id) {
        return tidings.state("bob", id);
    }

    private List<String> outcomes(UUID id) {
        return tidings.outcomes("bob", id);
    }

    private int calls() {
        return tidings.captured().size();
    }

    @Test
    void expiredDelivery_isNotSent() {
        Instant soon = clock.instant().plus(Duration.ofMinutes(10));
        UUID id = sendWithAnHourOfDelay(",\"expiresAt\":\"" + soon + "\"");
        tidings.awaitState("bob", id, "expired");
        assertThat(calls()).isZero();
        assertThat(outcomes(id)).containsExactly("not_called");
    }

    @Test
    void quietHours_delayTheDelivery() {
        QuietHours night = new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), Optional.of(ZoneOffset.UTC));
        tidings.tenant().putQuietHours("bob", night);
        UUID id = sendWithAnHourOfDelay("");
        Await.untilEqual(() -> outcomes(id), List.of("not_called"));
        tidings.drain();
        assertThat(calls()).isZero();
        assertThat(state(id)).isEqualTo("pending");

        clock.advance(Duration.ofHours(9));
        tidings.awaitState("bob", id, "sent");
        tidings.drain();
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void validDelivery_isSentOnce() {
        UUID id = sendWithAnHourOfDelay("");
        tidings.awaitState("bob", id, "sent");
        assertThat(calls()).isEqualTo(1);
        assertThat(outcomes(id)).containsExactly("accepted");
    }
}
