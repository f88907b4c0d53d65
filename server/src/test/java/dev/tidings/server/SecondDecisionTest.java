package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Channel;
import dev.tidings.server.explain.Explanation;
import dev.tidings.testkit.hostile.HostileLog;
import dev.tidings.testkit.hostile.HostileLogFaults;
import dev.tidings.testkit.log.ForwardingConsumer;
import dev.tidings.testkit.log.ForwardingLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a notification that a former owner has decided about, when its new owner decides anew and differently. */
class SecondDecisionTest {
    @TempDir
    private Path folder;

    private TestService tidings;

    /** A log that does something between the two decisions: when the former owner's acknowledgement is refused. */
    private static final class InterruptedLog extends ForwardingLog {
        private volatile Runnable between = () -> {};

        InterruptedLog(Log real) {
            super(real);
        }

        @Override
        public List<LogConsumer> consumers(Stage stage, int count) {
            return stage == Stage.ROUTE
                    ? super.consumers(stage, count).stream()
                            .<LogConsumer>map(Interrupted::new)
                            .toList()
                    : super.consumers(stage, count);
        }

        /** A consumer that waits before it goes on as the new owner. */
        private final class Interrupted extends ForwardingConsumer {
            Interrupted(LogConsumer real) {
                super(real);
            }

            @Override
            public List<LogRecord> done() {
                List<LogRecord> refused = super.done();
                if (!refused.isEmpty()) {
                    between.run();
                }
                return refused;
            }
        }
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    @Test
    void newOwner_decidesForAllChannels() {
        InterruptedLog[] log = new InterruptedLog[1];
        HostileLogFaults moves = HostileLogFaults.NONE.withFormerFirst(1).withUnmarked(1);
        tidings = TestService.in(folder)
                .option("TIDINGS_ROUTE_WORKERS", "1")
                .log(real -> log[0] = new InterruptedLog(new HostileLog(real, moves, 1)))
                .start();
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org"));
        tidings.tenant().allow("bob", Channel.EMAIL, false);
        log[0].between = () -> tidings.tenant().allow("bob", Channel.EMAIL, true);

        UUID id = tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"email\"]}");
        tidings.awaitState("bob", id, "sent");

        assertThat(tidings.explanation("bob", id).orElseThrow().reasons())
                .extracting(Explanation.RoutingCheck::step)
                .as("of a decision to send it")
                .containsExactly("preference", "addresses", "provider", "content");
    }
}
