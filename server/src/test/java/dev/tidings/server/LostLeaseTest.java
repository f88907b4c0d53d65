package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.testkit.Await;
import dev.tidings.widecolumn.StoreException;
import java.nio.file.Path;
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
                .tables(real -> tables = new RefusingEngine(real))
                .log(real -> log = new LeasedLog(real))
                .start();
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org"));
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
        tidings.drain();
        assertThat(tidings.captured()).isEmpty();
        assertThat(tidings.outcomes("bob", id)).containsExactly("not_called");
        assertThat(tidings.state("bob", id)).as("left to the new owner").isEqualTo("pending");
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
