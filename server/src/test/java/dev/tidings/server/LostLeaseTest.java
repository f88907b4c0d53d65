package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import dev.tidings.widecolumn.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a process that loses its partitions of a shared log between the start of an attempt and the call of the provider. */
class LostLeaseTest {
    @TempDir
    private Path folder;

    private RefusingEngine tables;
    private LeasedLog log;
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = TestService.in(folder)
                .allowPrivateAddresses()
                .tables(real -> tables = new RefusingEngine(real))
                .log(real -> log = new LeasedLog(real))
                .start();
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org", "phone", "+14155550100"));
        tidings.tenant().putNonRepeatableType("code");
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private UUID send() {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"type\":\"code\",\"channels\":[\"email\"]}");
    }

    /** Its attempt waits for the row that marks its start. */
    @Test
    void lostLease_stopsTheCall() {
        tables.refuse(DeliveryLogRow.TABLE, StoreException.Reason.DISK_FULL);
        UUID id = send();
        Await.until(() -> tables.refusals() > 0);
        log.lose();
        tables.recover();
        Await.untilEqual(() -> tidings.outcomes("bob", id), List.of("not_called"));
        assertThat(tidings.captured()).isEmpty();
        assertThat(tidings.state("bob", id)).as("left to the new owner").isEqualTo("pending");
    }

    /** The failed call is not stored: for the new owner it would look like the end of the attempt. */
    @Test
    void lostLease_stopsTheFailover() throws IOException {
        try (TwilioServer first = new TwilioServer();
                TwilioServer second = new TwilioServer()) {
            twilio("first", 0, first);
            twilio("second", 1, second);
            first.defaultBehaviour(to -> {
                log.lose();
                return Behaviour.FAILS;
            });
            tidings.tenant().allow("bob", Channel.SMS, true);
            UUID id = tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"sms\"]}");
            Await.until(() -> !first.calls().isEmpty());
            tidings.drain();
            assertThat(second.calls()).isEmpty();
            assertThat(tidings.outcomes("bob", id)).isEmpty();
            assertThat(tidings.state("bob", id)).isEqualTo("pending");
        }
    }

    private void twilio(String name, int rank, TwilioServer server) {
        Map<String, String> settings = Map.of(
                "accountSid",
                TwilioServer.ACCOUNT_SID,
                "authToken",
                TwilioServer.AUTH_TOKEN,
                "from",
                "+15005550006",
                "baseUrl",
                server.url());
        tidings.tenant().putAccount(name, "twilio", settings, rank, true, Duration.ofSeconds(5));
    }

    @Test
    void heldLease_allowsTheCall() {
        tables.refuse(DeliveryLogRow.TABLE, StoreException.Reason.DISK_FULL);
        UUID id = send();
        Await.until(() -> tables.refusals() > 0);
        tables.recover();
        tidings.awaitState("bob", id, "sent");
        assertThat(tidings.captured()).hasSize(1);
        assertThat(tidings.outcomes("bob", id)).containsExactly("accepted");
    }
}
