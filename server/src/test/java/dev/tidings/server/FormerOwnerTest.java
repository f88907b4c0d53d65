package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.hostile.HostileLog;
import dev.tidings.testkit.hostile.HostileLogFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of a shared log whose partitions move while their records are processed: no provider is called twice for a message, and nothing is counted
 * twice. */
class FormerOwnerTest {
    private static final int MESSAGES = 5;

    @TempDir
    private Path folder;

    private TestService tidings;

    /** What happens to every batch of every stage. */
    enum Move {
        /** The former owner wakes up after the new one, and knows that it has lost its partitions. */
        NOTICED(HostileLogFaults.NONE.withFormerLast(1)),
        /** The former owner wakes up after the new one, and does not know it yet. */
        UNNOTICED(HostileLogFaults.NONE.withFormerLast(1).withUnnoticed(1)),
        /** The new owner does not know that the former one has processed the batch. */
        UNMARKED(HostileLogFaults.NONE.withFormerFirst(1).withUnmarked(1)),
        /** As always after a takeover. */
        MARKED(HostileLogFaults.NONE.withFormerFirst(1));

        private final HostileLogFaults faults;

        Move(HostileLogFaults faults) {
            this.faults = faults;
        }
    }

    private void start(HostileLogFaults faults) {
        tidings = TestService.in(folder)
                .option("TIDINGS_ROUTE_WORKERS", "2")
                .log(real -> new HostileLog(real, faults, 1))
                .start();
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org"));
        tidings.tenant().putNonRepeatableType("code");
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private UUID send(String type) {
        UUID id = tidings.send(
                "{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"type\":\"" + type + "\",\"channels\":[\"email\"]}");
        tidings.awaitState("bob", id, "sent");
        tidings.drain();
        return id;
    }

    @ParameterizedTest
    @EnumSource
    void message_isSentOnce(Move move) {
        start(move.faults);
        for (int n = 1; n <= MESSAGES; n++) {
            UUID id = send("default");
            assertThat(tidings.captured()).as("calls for %d messages", n).hasSize(n);
            assertThat(tidings.outcomes("bob", id)).containsExactly("accepted");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nonRepeatableMessage_isSentOnce(Move move) {
        start(move.faults);
        for (int n = 1; n <= MESSAGES; n++) {
            UUID id = send("code");
            assertThat(tidings.captured()).as("calls for %d messages", n).hasSize(n);
            assertThat(tidings.outcomes("bob", id)).contains("accepted").isSubsetOf(List.of("accepted", "not_called"));
        }
    }

    /** It has decided when it notices, and leaves the writing to the new owner. */
    @Test
    void formerOwner_countsNothing() {
        start(Move.NOTICED.faults.withUnmarked(1));
        assertThat(tidings.unread("bob")).isZero();
        for (int n = 1; n <= MESSAGES; n++) {
            tidings.sendTo("bob", "x");
            assertThat(tidings.unread("bob")).isEqualTo(n);
        }
    }
}
